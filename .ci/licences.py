"""Fails if a dependency has a licence that deny.toml does not allow, or comes from elsewhere than crates.io.

`python3 .ci/licences.py [MANIFEST ...]` reads what Cargo says about all dependencies, of all features and platforms, tests and builds included. It
is what `cargo deny check licenses sources` would find with deny.toml, without the minutes that building cargo-deny takes on a fresh machine.
"""

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CRATES = {"registry+https://github.com/rust-lang/crates.io-index", "sparse+https://index.crates.io/"}


def allowed(expression: str, licences: set[str]) -> bool:
    """Whether one may keep to the SPDX expression with these licences alone. `A/B` is how `A OR B` was written once."""
    words = re.findall(r"[()]|[^\s()]+", re.sub(r"(?<=\S)/(?=\S)", " OR ", expression))

    def either() -> bool:
        held = both()
        while words and words[0] == "OR":
            words.pop(0)
            held = both() or held
        return held

    def both() -> bool:
        held = one()
        while words and words[0] == "AND":
            words.pop(0)
            held = one() and held
        return held

    def one() -> bool:
        name = words.pop(0)
        if name == "(":
            held = either()
            if words.pop(0) != ")":
                raise ValueError(expression)
            return held
        if words and words[0] == "WITH":
            words.pop(0)
            name = f"{name} WITH {words.pop(0)}"
        return name in licences

    held = either()
    if words:
        raise ValueError(f"no licence expression: {expression}")
    return held


def examples() -> None:
    """The reader of expressions, on what it must say."""
    ours = {"MIT", "ISC", "Apache-2.0 WITH LLVM-exception"}
    for text in ("MIT", "MIT OR GPL-3.0", "GPL-3.0/MIT", "MIT AND ISC", "(GPL-3.0 OR MIT) AND ISC", "Apache-2.0 WITH LLVM-exception"):
        assert allowed(text, ours), text
    for text in ("GPL-3.0", "MIT AND GPL-3.0", "Apache-2.0", "(MIT OR ISC) AND GPL-3.0", "GPL-3.0 OR LGPL-3.0 AND MIT"):
        assert not allowed(text, ours), text


def problems(manifest: Path, licences: set[str]) -> tuple[int, list[str]]:
    command = ["cargo", "metadata", "--format-version", "1", "--locked", "--all-features", "--manifest-path", str(manifest)]
    packages = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)["packages"]
    found = []
    for package in packages:
        name = f"{package['name']} {package['version']}"
        inside = package["source"] is None and Path(package["manifest_path"]).is_relative_to(ROOT)
        if not inside and package["source"] not in CRATES:
            found.append(f"{name} comes from {package['source'] or package['manifest_path']}")
        if not package["license"] or not allowed(package["license"], licences):
            found.append(f"{name} has the licence {package['license']}")
    return len(packages), found


def main(names: list[str]) -> int:
    examples()
    licences = set(tomllib.loads((ROOT / "deny.toml").read_text(encoding="utf-8"))["licenses"]["allow"])
    worst = 0
    for name in names or ["Cargo.toml"]:
        count, found = problems(ROOT / name, licences)
        for problem in found:
            print(f"{name}: {problem}")
        print(f"{name}: {count} packages looked at, {len(found)} problems")
        worst = max(worst, len(found))
    return 1 if worst else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
