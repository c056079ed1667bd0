"""Fails if a dependency of the shipped crates may not be used under a permissive licence.

Reads `cargo metadata`; an SPDX expression is accepted if it can be satisfied by licences of the list below.
"""

import json
import re
import subprocess
import sys

ALLOWED = {
    "0BSD", "Apache-2.0", "Apache-2.0 WITH LLVM-exception", "BSD-1-Clause", "BSD-2-Clause", "BSD-3-Clause",
    "BSL-1.0", "CC0-1.0", "ISC", "MIT", "MIT-0", "Unicode-3.0", "Unicode-DFS-2016", "Unlicense", "Zlib",
}  # fmt: skip


def acceptable(expression: str) -> bool:
    """Whether the expression is true when every allowed licence is."""
    tokens = re.findall(r"\(|\)|[^\s()/]+", expression.replace("/", " OR "))

    def atom() -> bool:
        token = tokens.pop(0)
        if token == "(":
            value = either()
            tokens.pop(0)
            return value
        if tokens[:1] == ["WITH"]:
            tokens.pop(0)
            token += " WITH " + tokens.pop(0)
        return token in ALLOWED

    def both() -> bool:
        value = atom()
        while tokens[:1] == ["AND"]:
            tokens.pop(0)
            value = atom() and value
        return value

    def either() -> bool:
        value = both()
        while tokens[:1] == ["OR"]:
            tokens.pop(0)
            value = both() or value
        return value

    return either()


def main() -> int:
    command = ["cargo", "metadata", "--format-version", "1", "--locked"]
    metadata = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    refused = []
    for package in metadata["packages"]:
        licence = package.get("license")
        if not licence or not acceptable(licence):
            refused.append(f"{package['name']} {package['version']}: {licence or 'no licence named'}")
    for line in sorted(refused):
        print("not permissive:", line)
    print(f"{len(metadata['packages'])} packages looked at, {len(refused)} refused")
    return 1 if refused else 0


if __name__ == "__main__":
    assert acceptable("MIT OR GPL-3.0-only") and not acceptable("MIT AND GPL-3.0-only")
    assert acceptable("(MIT OR Apache-2.0) AND BSD-3-Clause") and not acceptable("AGPL-3.0")
    sys.exit(main())
