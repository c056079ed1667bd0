"""Speaks to the program through clients that others wrote: gomill's GTP controller and cshogi's USI engine; and through a terminal.

`python3 .ci/clients.py PROGRAM` makes a virtual environment, gets both packages from PyPI and talks. They are only run beside the program:
cshogi is under the GPL, and nothing of either becomes a part of the project. Where a package cannot be had this says so, and the other goes on.
"""

import os
import pty
import re
import select
import subprocess
import sys
import tarfile
import tempfile
import venv
import warnings
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
GOMILL = "gomill==0.8.3"
CSHOGI = "cshogi==1.1.0"


def gomill(program: str, packages: str) -> None:
    """A session of gomill's controller, which refuses whatever is not to the letter of the protocol."""
    sys.path.insert(0, packages)
    from gomill.gtp_controller import BadGtpResponse, Gtp_controller, Linebased_gtp_channel

    class Channel(Linebased_gtp_channel):
        """As gomill's own channel to a process, with text in the place of the bytes of Python 2."""

        def __init__(self) -> None:
            Linebased_gtp_channel.__init__(self)
            self.process = subprocess.Popen([program, "gtp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT)

        def send_command_line(self, command: str) -> None:
            self.process.stdin.write(command)
            self.process.stdin.flush()

        def get_response_line(self) -> str:
            return self.process.stdout.readline()

        def get_response_byte(self) -> str:
            return self.process.stdout.read(1)

    channel = Channel()
    controller = Gtp_controller(channel, "tesuji")

    def refused(*words: str) -> str:
        try:
            controller.do_command(*words)
        except BadGtpResponse as bad:
            return bad.gtp_error_message
        raise AssertionError(f"{words} was not refused")

    controller.check_protocol_version()
    assert controller.do_command("name").lower() == "tesuji" and controller.do_command("version")
    known = set(controller.list_commands())
    assert {"play", "undo", "attack", "analyze_semeai", "gogui-play_sequence", "time_settings"} <= known, known
    assert all(controller.known_command(name) for name in known)
    controller.do_command("boardsize", "9")
    controller.do_command("clear_board")
    controller.do_command("komi", "6.5")
    controller.do_command("time_settings", "0", "5", "1")
    controller.do_command("play", "B", "E5")
    assert refused("play", "W", "E5") == "illegal move"
    controller.do_command("gogui-play_sequence", "W", "D5", "B", "A9", "W", "E6", "B", "A8", "W", "F5", "B", "A7")
    assert controller.do_command("attack", "E5") == "1 E4"
    assert len(controller.do_command("showboard").splitlines()) > 9
    assert not controller.known_command("genmove")
    # One clear sentence for who takes it for a player.
    assert "\n" not in refused("genmove", "B") and len(refused("genmove", "B")) > len("unknown command")
    assert refused("fly") == "unknown command"
    controller.do_command("loadsgf", "examples/snapback.sgf")
    assert controller.do_command("list_stones", "black")
    controller.safe_close()
    assert not controller.errors_seen, controller.errors_seen
    channel.process.stdin.close()
    assert channel.process.wait(20) == 0


def cshogi(program: str) -> None:
    """Mates through cshogi's engine class, the program called by the name under which graphical programs start it."""
    from cshogi.usi import Engine

    with tempfile.TemporaryDirectory() as folder:
        named = Path(folder) / "tesuji-usi"
        named.symlink_to(program)
        engine = Engine(str(named), connect=False)
        told: list[str] = []
        engine.connect(listener=told.append)
        assert "tesuji" in engine.name.lower(), engine.name
        engine.setoption("USI_Hash", "64")
        engine.isready()
        engine.usinewgame()

        def mate(sfen: str, milliseconds: int | None = 10_000) -> str:
            engine.position(sfen=sfen)
            told.clear()
            reply = engine.go_mate(byoyomi=milliseconds, listener=told.append)
            counts = [int(line.split(" nodes ")[1].split()[0]) for line in told if line.startswith("info") and " nodes " in line]
            assert counts == sorted(counts), counts
            return reply

        for limit in (10_000, None):
            assert mate("sfen 8k/9/7G1/9/9/9/9/9/9 b G 1", limit).split()[0] == "G*1b", told
        assert mate("sfen 4k4/9/9/9/9/9/9/9/9 b G 1") == "nomate", told
        # A hard one and half a second: a timeout is no verdict.
        assert mate("sfen 4+bn1g1/5kpPl/2l1b1s2/3+l1N1GP/4G1+P1N/5L3/9/1+r7/R8 b GP3sn13p 1", 500) == "timeout", told
        # What is refused is not answered with the position before.
        assert mate("sfen 8k/9/9 b - 1") == "notimplemented", told
        process = engine.proc
        engine.quit()
        assert process.wait(20) == 0


def examples(program: str) -> None:
    """What `usi --help` and `gtp --help` show to newcomers, typed into a shell."""
    for protocol, reply in (("usi", "checkmate G*1b"), ("gtp", "1 . . . . . . . . . 1")):
        told = subprocess.run([program, protocol, "--help"], check=True, capture_output=True, text=True).stdout
        line = next(line for line in told.splitlines() if line.strip().startswith("printf "))
        for _ in range(5):
            shell = ["sh", "-c", line.replace("| tesuji ", '| "$0" '), program]
            answer = subprocess.run(shell, check=True, capture_output=True, text=True, timeout=60).stdout
            assert any(reply in line for line in answer.splitlines()), answer
    print("examples of the protocols: answered")


def prompt(program: str) -> None:
    """Lines pasted into `tesuji value` faster than they are answered, with and without the marks that terminals put around what is pasted."""
    lines = [f"G{number} = {number}.^ + {{{number}|-2}}" for number in range(1, 41)]
    for pasted in ("".join(f"{line}\r" for line in lines), "\x1b[200~" + "\r".join(lines) + "\x1b[201~\r"):
        with tempfile.TemporaryDirectory() as state:
            child, terminal = pty.fork()
            if child == 0:
                os.environ |= {"XDG_STATE_HOME": state, "TERM": "xterm"}
                os.execv(program, [program, "value"])
            told = until(terminal, "> ")
            os.write(terminal, pasted.encode())
            told = until(terminal, "G40 := ")
            answered = [line.split()[0] for line in told.splitlines() if re.match(r"G\d+ := ", line)]
            assert answered == [f"G{number}" for number in range(1, 41)], told
            # The end of input is a key of the next prompt: before that the terminal would take it for its own.
            if "> " not in told.split("G40 := ")[1]:
                until(terminal, "> ")
            os.write(terminal, b"\x04")
            until(terminal, None)
            assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
            kept = (Path(state) / "tesuji" / "value-history").read_text(encoding="utf-8").splitlines()
            assert kept == lines, kept
    print("the prompt: every pasted line is answered")


def until(terminal: int, end: str | None) -> str:
    """What a program says up to a text, or to its end."""
    told = b""
    while end is None or end.encode() not in told:
        if not select.select([terminal], [], [], 60)[0]:
            raise AssertionError(f"nothing more is said after {told!r}")
        try:
            more = os.read(terminal, 65536)
        except OSError:
            more = b""
        if not more:
            assert end is None, told
            break
        told += more
    return told.decode(errors="replace")


def prepared(place: Path) -> Path:
    """A virtual environment with what can be had; gomill's controller is written for Python 2 and is converted."""
    venv.create(place, with_pip=True, clear=True)
    python = place / "bin" / "python"
    pip = [str(python), "-m", "pip", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "install", "--only-binary=:all:", CSHOGI], check=False)
    subprocess.run([*pip, "download", "--no-deps", "-d", str(place / "from"), GOMILL], check=False)
    archives = list((place / "from").glob("gomill-*.tar.gz"))
    if archives:
        convert(archives[0], place / "gomill")
    return python


def convert(archive: Path, target: Path) -> None:
    warnings.simplefilter("ignore", DeprecationWarning)
    try:
        from lib2to3.refactor import RefactoringTool, get_fixers_from_package
    except ImportError:
        print("this Python has no lib2to3, which gomill needs")
        return
    tool = RefactoringTool(get_fixers_from_package("lib2to3.fixes"))
    folder = target / "gomill"
    folder.mkdir(parents=True)
    with tarfile.open(archive) as contents:
        for name in ("__init__", "common", "gtp_controller", "utils"):
            member = next(one for one in contents.getnames() if one.endswith(f"/gomill/{name}.py"))
            text = contents.extractfile(member).read().decode("utf-8")
            text = str(tool.refactor_string(text + "\n", member))
            # Python 2 kept text and bytes in one type.
            (folder / f"{name}.py").write_text(text.replace('return argument.encode("utf-8")', "return argument"), encoding="utf-8")


def main(program: str, inside: list[str]) -> int:
    if inside:
        name, place = inside
        gomill(program, place) if name == "gomill" else cshogi(program)
        return 0
    examples(program)
    prompt(program)
    place = ROOT / "target" / "clients"
    python = prepared(place)
    failed = 0
    for name, there in (("gomill", place / "gomill"), ("cshogi", next(place.glob("lib/*/site-packages/cshogi"), place / "none"))):
        if not there.exists():
            print(f"{name} cannot be had here: NOT tested")
            continue
        ended = subprocess.run([str(python), __file__, program, name, str(there)], timeout=300).returncode
        print(f"{name}: {'all as it expects' if ended == 0 else 'FAILED'}")
        failed |= ended
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(os.path.abspath(sys.argv[1]), sys.argv[2:]))
