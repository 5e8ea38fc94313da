"""Traces of searches, sessions that move through a trace, and requests to a session."""

from aima_search.base.names import renamed_names
from aima_search.trace.protocol import TraceRequestHandler
from aima_search.trace.recording import Recording, record
from aima_search.trace.session import TraceSession
from aima_search.trace.trace import RecordedNode, Trace

__getattr__ = renamed_names(__name__, {"Conversation": "TraceRequestHandler"})
__all__ = ["RecordedNode", "Recording", "Trace", "TraceRequestHandler", "TraceSession", "record"]
