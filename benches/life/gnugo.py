#!/usr/bin/env python3
"""Questions of GNU Go's suite about life and connections, asked through GTP: how many codes and moves are those that are recorded.

    python3 benches/life/gnugo.py PROGRAM QUESTIONS.jsonl [--nodes N]

A line has `id`, `size`, `board` (rows from the top, X black, O white), `command` with its `args`, and `expected` (`body`, a pattern of the
reply, and `negated`). Such sets are measured from outside of the repository; none is part of it. What is not right is printed.
"""
import argparse
import collections
import json
import re
import subprocess

COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"


def script(question: dict, nodes: int) -> str:
    lines = [f"boardsize {question['size']}", f"tesuji-limits nodes {nodes}"]
    for row, stones in enumerate(question["board"]):
        for column, stone in enumerate(stones):
            if stone in "XO":
                color = "black" if stone == "X" else "white"
                lines.append(f"play {color} {COLUMNS[column]}{question['size'] - row}")
    lines.append(f"7 {question['command']} {' '.join(question['args'])}")
    return "\n".join([*lines, "quit", ""])


def kind(reply: str, expected: dict) -> str:
    if reply.startswith("unknown"):
        return "unknown"
    return "right" if bool(re.fullmatch(expected["body"], reply)) != expected["negated"] else "other"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("questions")
    parser.add_argument("--nodes", type=int, default=20_000)
    asked = parser.parse_args()
    counts: collections.Counter[str] = collections.Counter()
    with open(asked.questions, encoding="utf-8") as lines:
        for question in map(json.loads, lines):
            replies = subprocess.run(
                [asked.program, "gtp"], input=script(question, asked.nodes), capture_output=True, text=True, check=True
            ).stdout
            found = re.search(r"^[=?]7 (.*)$", replies, re.MULTILINE)
            reply = found.group(1) if found else "nothing"
            told = kind(reply, question["expected"])
            counts[told] += 1
            if told != "right":
                print(told, question["id"], question["command"], *question["args"], "-", reply, "- recorded:", question["expected"]["raw"].strip())
    print(", ".join(f"{counts[name]} {name}" for name in ("right", "other", "unknown")), "of", sum(counts.values()))


if __name__ == "__main__":
    main()
