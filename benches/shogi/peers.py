"""A mate problem solved by cshogi's df-pn, on one thread.

Called by the bench with an SFEN, a depth and a number of nodes; prints the verdict, processor seconds and nodes. cshogi has a licence of its own and is
only ever run from outside. Needs:  pip install cshogi
"""

import sys
import time


def main(sfen, depth, nodes):
    import cshogi

    board = cshogi.Board()
    board.set_sfen(sfen)
    search = cshogi.DfPn(depth=depth, nodes=nodes, draw_ply=32767)
    start = time.process_time()
    found = search.search(board)
    seconds = time.process_time() - start
    print("mate" if found else "none", f"{seconds:.3f}", search.searched_node)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
