"""Recorded searches: traces, stepping through a trace (sessions), and requests to a session."""

from aima_search.trace.protocol import Conversation
from aima_search.trace.recording import Recording, record
from aima_search.trace.session import TraceSession
from aima_search.trace.trace import RecordedNode, Trace

__all__ = ["Conversation", "RecordedNode", "Recording", "Trace", "TraceSession", "record"]
