"""A bot worker: reads questions line by line, thinks, and writes answers. `python -m theomachy.server.bot_worker`."""

from __future__ import annotations

import contextlib
import os
import signal
import sys

import msgspec

import theomachy
from theomachy.analysis.coach import counsel
from theomachy.bots import Sight, new_bot
from theomachy.bots.reasons import plan_of, reason_words
from theomachy.kernel.match import planner_match
from theomachy.server.bots import Answer, Question
from theomachy.server.studies import Excerpt, Findings, Reader


def answer(asked: Question) -> Answer:
    """What the bot of a question says."""
    match = planner_match(theomachy.game(asked.game), asked.state)
    if asked.task == "weigh":
        said = counsel(match, asked.seat, asked.choice, asked.bot, asked.seed, asked.lang)
        return Answer(said.best, said.after, said.words, worse=said.worse, best=said.before, threat=said.threat)
    sight = Sight(match, asked.seat)
    bot = new_bot(asked.bot, asked.seed)
    if asked.task == "choose":
        return Answer(str(bot.choose(sight)))
    advice = bot.explain(sight)
    others = [(str(other.choice), other.chance) for other in advice.others]
    told = plan_of(match, advice, asked.lang)
    words = reason_words(match, advice, asked.lang)
    return Answer(
        str(advice.choice), advice.best.chance, words, others, plan=list(told.steps), aim=told.aim, threat=told.threat
    )


def main() -> None:
    # Ctrl-C is for the server, which then closes our input. Thinking must not slow the server down.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(AttributeError, OSError):
        os.nice(int(sys.argv[1]))
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    # Whatever a bot prints is no answer.
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    reader = Reader()
    for line in sys.stdin.buffer:
        said: Answer | Findings
        try:
            asked: Question | Excerpt = msgspec.json.decode(line, type=Question | Excerpt)
            said = reader.find(asked) if isinstance(asked, Excerpt) else answer(asked)
        except Exception as error:  # whatever a bot does wrong: the server hears of it and asks another one
            said = Answer(error=f"{type(error).__name__}: {error}"[:500])
        try:
            answers.write(msgspec.json.encode(said) + b"\n")
            answers.flush()
        except BrokenPipeError:
            # The server was killed while we thought. What is left in the buffer must not be tried again at the end.
            os._exit(0)


if __name__ == "__main__":
    main()
