"""Traces of searches, and sessions that move through a trace."""

from aima_search.trace.recording import Recording, record
from aima_search.trace.session import TraceSession
from aima_search.trace.trace import RecordedNode, Trace

__all__ = ["RecordedNode", "Recording", "Trace", "TraceSession", "record"]
