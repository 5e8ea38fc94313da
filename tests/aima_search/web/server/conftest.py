"""The server's tests need the extra 'web'."""

import pytest

pytest.importorskip("uvicorn", reason="uvicorn is not installed (extra 'web')")
pytest.importorskip("starlette", reason="starlette is not installed (extra 'web')")
