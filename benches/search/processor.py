"""Processor time of questions, each in a process of its own, with the start of the program apart.

    python3 benches/search/processor.py QUESTIONS.jsonl PROGRAM [PROGRAM ...] [--repeat N] [--nodes N]

QUESTIONS has a question a line, as `tesuji batch` takes them. A line may have `accept`, a list of codes: then answers are counted as right, other
and unknown. Several programs answer every question in turn, so that a machine that gets slower is slower for all of them. Each question is asked N times
(3) and counts with its median; what takes longer than half a second is asked once. The start of a program is the time of a question that needs no search.
"""

import argparse
import collections
import json
import os
import pathlib
import statistics
import tempfile

START = {"ask": "value", "expressions": ["1"]}


def ask(program, question, folder):
    """The seconds of processor time that a question takes, and its answer."""
    asked, answered = folder / "question.jsonl", folder / "answer.jsonl"
    asked.write_text(json.dumps(question) + "\n")
    answered.unlink(missing_ok=True)
    nothing = [(os.POSIX_SPAWN_OPEN, end, os.devnull, os.O_RDWR, 0) for end in range(3)]
    words = [program, "batch", str(asked), "-o", str(answered)]
    child = os.posix_spawn(program, words, os.environ, file_actions=nothing)
    _, _, usage = os.wait4(child, 0)
    return usage.ru_utime + usage.ru_stime, json.loads(answered.read_text())


def ask_often(program, question, folder, repeat):
    """The median of the times, and the answer."""
    times = []
    for _ in range(repeat):
        seconds, answer = ask(program, question, folder)
        times.append(seconds)
        if seconds > 0.5:
            break
    return statistics.median(times), answer


def judged(answer, accept):
    if answer.get("code") is None:
        return "unknown"
    return "right" if answer["code"] in accept else "other"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("questions")
    parser.add_argument("programs", nargs="+")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--nodes", type=int)
    options = parser.parse_args()
    questions = [json.loads(line) for line in pathlib.Path(options.questions).read_text().splitlines() if line.strip()]
    times = {program: [] for program in options.programs}
    starts = {program: [] for program in options.programs}
    counts = {program: collections.Counter() for program in options.programs}
    nodes = collections.Counter()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for question in questions:
            accept = question.pop("accept", None)
            if options.nodes:
                question["limits"] = {**question.get("limits", {}), "nodes": options.nodes}
            for program in options.programs:
                starts[program].append(ask(program, START, folder)[0])
                seconds, answer = ask_often(program, question, folder, options.repeat)
                times[program].append(seconds)
                nodes[program] += answer.get("nodes") or 0
                counts[program][answer.get("verdict") if accept is None else judged(answer, accept)] += 1
    for program in options.programs:
        start, rising = statistics.median(starts[program]), sorted(times[program])
        share = lambda part: rising[min(int(part * len(rising)), len(rising) - 1)]
        middle = statistics.median(rising)
        print(program)
        print("  " + ", ".join(f"{count} {word}" for word, count in sorted(counts[program].items())), f"({nodes[program]} nodes)")
        print(f"  start {1000 * start:.2f} ms; 50% {1000 * middle:.2f} ms, {1000 * (middle - start):.2f} ms above it")
        print(f"  25% {share(0.25):.4f} s, 75% {share(0.75):.4f}, 90% {share(0.9):.3f}, most {rising[-1]:.2f}, all {sum(rising):.1f}")


if __name__ == "__main__":
    main()
