"""Recorded searches: traces, sessions to step through them, and their protocol."""

from aima_search.trace.protocol import Conversation
from aima_search.trace.recording import Recording, record
from aima_search.trace.session import Session
from aima_search.trace.trace import RecordedNode, Trace

__all__ = ["Conversation", "RecordedNode", "Recording", "Session", "Trace", "record"]
