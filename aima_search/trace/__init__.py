"""A search as data: recorded from outside, stepped through forwards and back, saved."""

from aima_search.trace.protocol import Conversation
from aima_search.trace.recording import Recording, record
from aima_search.trace.session import Session
from aima_search.trace.trace import RecordedNode, Trace

__all__ = ["Conversation", "RecordedNode", "Recording", "Session", "Trace", "record"]
