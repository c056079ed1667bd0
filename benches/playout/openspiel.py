"""Random games of Go per second in OpenSpiel, in its own C++ loop; called by the bench with the side of the board.

Prints games per second of processor time and moves per game. OpenSpiel is installed from PyPI into a virtual environment under
`target` when it is not there yet.
"""

import os
import random
import subprocess
import sys
import time
import venv
from pathlib import Path

ENVIRONMENT = Path(__file__).resolve().parents[2] / "target" / "bench-playout-venv"


def load():
    try:
        import pyspiel

        return pyspiel
    except ImportError:
        pass
    python = ENVIRONMENT / "bin" / "python"
    if Path(sys.prefix).resolve() == ENVIRONMENT.resolve():
        subprocess.run([python, "-m", "pip", "install", "-q", "open_spiel"], check=True, stdout=sys.stderr)
    elif not python.exists():
        venv.create(ENVIRONMENT, with_pip=True)
    os.execv(python, [str(python), *sys.argv])


def main():
    side = int(sys.argv[1])
    pyspiel = load()
    game = pyspiel.load_game("go", {"board_size": side})
    start = game.new_initial_state()
    # How long its games are: a few dozen of them, move by move.
    generator = random.Random(1)
    lengths = []
    for _ in range(40):
        state = start.clone()
        moves = 0
        while not state.is_terminal():
            state.apply_action(generator.choice(state.legal_actions()))
            moves += 1
        lengths.append(moves)
    # A search of one simulation is so many rollouts from the start: random games that stay in C++.
    count = max(20, 2_000_000 // side**4)
    rates = []
    for seed in range(7):
        evaluator = pyspiel.RandomRolloutEvaluator(count, seed)
        bot = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 10, False, seed, False)
        before = time.process_time()
        bot.step(start)
        rates.append(count / (time.process_time() - before))
    print(f"{sorted(rates)[3]:.1f} {sum(lengths) / len(lengths):.1f}")


if __name__ == "__main__":
    main()
