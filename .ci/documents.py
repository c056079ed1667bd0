"""Fails if a document points to a file that is not there, or if README and CI test different things.

Checks every Markdown file of the project: links to files, chapters of the book that are missing from its summary or its introduction,
commands that are shown without what they answer, pictures that nothing shows, and that the test command of the README is the one that `.ci/run` calls, and that every manifest and the README name the same oldest
Rust, no newer than the one here. A command that cannot
be run by the tests has a comment `<!-- not run: WHY -->` before it.
"""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def tracked(pattern: str) -> list[Path]:
    names = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", pattern],
        cwd=ROOT, check=True, capture_output=True, text=True,
    ).stdout.split("\n")
    return [ROOT / name for name in names if name]


def unanswered(text: str) -> list[str]:
    """The commands of the program that are shown without an answer. What `console` blocks show is run and compared by the tests."""
    found = []
    for reason, kind, block in re.findall(r"(<!-- not run: [^\n]+ -->\n+)?^```(\w*)[^\n]*\n(.*?)^```", text, flags=re.S | re.M):
        lines = block.split("\n")
        if kind == "console":
            for number, line in enumerate(lines):
                behind = [other for other in lines[number + 1 :] if not other.startswith("> ")]
                if line.startswith("$ ") and (not behind or not behind[0] or behind[0].startswith("$ ")):
                    found.append(line[2:])
        elif not reason:
            found.extend(line for line in lines if line.startswith("tesuji "))
    outside = re.sub(r"^```.*?^```", "", text, flags=re.S | re.M)
    for reason, command in re.findall(r"(<!-- not run: [^\n]+ -->\n+)?^    (tesuji [^\n]+)", outside, flags=re.M):
        if not reason:
            found.append(command)
    return found


def oldest_rust(readme: str) -> list[str]:
    """What is wrong with the versions of Rust that are named. Where the compiler is newer, clippy still refuses what the oldest lacks."""
    named = {}
    for manifest in tracked("*Cargo.toml"):
        found = re.search(r'^rust-version = "([\d.]+)"', manifest.read_text(encoding="utf-8"), flags=re.M)
        if found:
            named[manifest.relative_to(ROOT).as_posix()] = found.group(1)
    found = re.search(r"\(([\d.]+) or later\)", readme)
    named["README.md"] = found.group(1) if found else "no version"
    oldest = named["Cargo.toml"]
    problems = [f"{name} names Rust {version}, Cargo.toml {oldest}" for name, version in named.items() if version != oldest]
    here = subprocess.run(["rustc", "--version"], check=True, capture_output=True, text=True).stdout.split()[1]
    numbers = [[int(part) for part in version.split("-")[0].split(".")] for version in (oldest, here)]
    if numbers[0] > numbers[1]:
        problems.append(f"Cargo.toml asks for Rust {oldest}, and this is {here}")
    return problems


def main() -> int:
    problems = []
    documents = tracked("*.md")
    for document in documents:
        text = re.sub(r"```.*?```", "", document.read_text(encoding="utf-8"), flags=re.S)
        targets = re.findall(r"\]\(([^)\s]+)\)", text) + re.findall(r'(?:src|href)="([^"]+)"', text)
        for target in targets:
            if re.match(r"[a-z]+:", target) or target.startswith("#"):
                continue
            if not (document.parent / target.split("#")[0]).exists():
                problems.append(f"{document.relative_to(ROOT)} points to {target}, which is not there")
    book = ROOT / "docs" / "src"
    summary = (book / "SUMMARY.md").read_text(encoding="utf-8")
    introduction = (book / "introduction.md").read_text(encoding="utf-8")
    for chapter in book.rglob("*.md"):
        name = chapter.relative_to(book).as_posix()
        if name != "SUMMARY.md" and f"({name})" not in summary:
            problems.append(f"chapter {name} is not in SUMMARY.md")
        if name not in ("SUMMARY.md", "introduction.md") and f"({name})" not in introduction:
            problems.append(f"chapter {name} is not in introduction.md")
    shown = "".join(document.read_text(encoding="utf-8") for document in documents)
    for picture in sorted((book / "images").iterdir()):
        if f"images/{picture.name}" not in shown:
            problems.append(f"no document shows the picture {picture.name}")
    for document in [ROOT / "README.md", *sorted(book.rglob("*.md"))]:
        for command in unanswered(document.read_text(encoding="utf-8")):
            problems.append(f"{document.relative_to(ROOT)} shows without an answer: {command}")
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    command = re.search(r"<!-- test command -->\s*```(?:sh)?\n(.+?)\n```", readme)
    if not command:
        problems.append("README.md has no test command behind <!-- test command -->")
    elif command.group(1) not in (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines():
        problems.append(f".ci/run does not call the README's test command: {command.group(1)}")
    problems += oldest_rust(readme)
    for problem in problems:
        print(problem)
    print(f"{len(documents)} documents looked at, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
