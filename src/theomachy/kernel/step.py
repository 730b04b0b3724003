"""Steps: a match is a state plus a stack of these. The data of a step and its behaviour are kept apart.

`Step` is the data: immutable and tiny, so that copies of a match share it and a save file can hold it. `StepKind` is
the behaviour: one stateless object per kind, found by its number. This page is the whole contract of a step.
"""

from __future__ import annotations

from typing import ClassVar, Generic, TypeVar

from mypy_extensions import mypyc_attr

from theomachy.kernel.ids import Seat
from theomachy.kernel.state import State, Step

S = TypeVar("S", bound=State)


# Interpreted games run on the compiled kernel: see "Compiled and interpreted" in docs/architecture.md.
@mypyc_attr(allow_interpreted_subclasses=True)
class StepKind(Generic[S]):
    """What a kind of step does. The top step of the stack either waits for seats or runs.

    A step is never changed in place: it is popped, replaced (`state.become`) or covered by another (`state.push`).
    """

    #: stable name, used in save files
    name: ClassVar[str] = ""
    #: key of the sentence that tells the deciding seat what is asked
    prompt: ClassVar[str] = ""
    #: the verbs of the choices this kind ever offers, separated by spaces
    verbs: ClassVar[str] = ""
    #: True when several seats decide at once and must not see each other's choices
    secret: ClassVar[bool] = False
    #: True when everybody may hear what was chosen here: at once, or, where it is chosen secretly, when it is revealed.
    #: A kind that says nothing keeps its choices between the engine and the seat, for ever.
    public: ClassVar[bool] = False
    #: what the fields of its steps hold, for views: `field=label` or `field=label:thing`, separated by spaces. All of a
    #: step is public: what somebody must not know lies in the state.
    holds: ClassVar[str] = ""
    #: True when even a single choice is asked, because making it unasked would show others what a hand holds
    always_asked: ClassVar[bool] = False
    #: the rule that forbids whatever this kind does not offer, where that is one rule for all of it
    forbids: ClassVar[str] = ""

    def deciders(self, s: S, step: Step) -> int:
        """Bit mask of the seats that must decide now; 0 when the step runs by itself."""
        return 0

    def run(self, s: S, step: Step) -> None:
        """Do this step's part. Called only while `deciders` is 0; must change the stack."""
        raise NotImplementedError(self.name)

    def options(self, s: S, step: Step, seat: Seat) -> list[int]:
        """The legal choices of a deciding seat: THE generator, for page, server, bots and tests alike. Never empty."""
        raise NotImplementedError(self.name)

    def choose(self, s: S, step: Step, seat: Seat, choice: int) -> None:
        """Carry out a choice that is one of `options`."""
        raise NotImplementedError(self.name)

    def refusal(self, s: S, step: Step, seat: Seat, choice: int) -> str:
        """The identifier of the rule that forbids this choice: one with a verb of this kind, but not of `options`."""
        if not self.forbids:
            raise NotImplementedError(self.name)
        return self.forbids

    def prompt_key(self, s: S, step: Step) -> str:
        """The prompt; a kind that asks two things in turn overrides this."""
        return self.prompt
