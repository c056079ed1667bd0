"""The paper's integer program, solved by other people's solvers on one thread.

Called by the bench with the name of a solver, a side and a time limit; prints status, seconds and value. Each solver
has a process of its own, as the two packages cannot be loaded together.
Needs nothing, but measures only what is installed:  pip install highspy ortools
"""

import sys
import time


def rows(n):
    for r in range(n):
        for c in range(n):
            around = [(r, c), (r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)]
            yield [i * n + j for i, j in around if 0 <= i < n and 0 <= j < n]


def highs(n, limit):
    import highspy

    model = highspy.Highs()
    model.setOptionValue("output_flag", False)
    model.setOptionValue("threads", 1)
    model.setOptionValue("time_limit", float(limit))
    points = [model.addBinary(obj=1.0) for _ in range(n * n)]
    for row in rows(n):
        model.addConstr(sum(points[p] for p in row) >= 1)
    start = time.perf_counter()
    model.solve()
    seconds = time.perf_counter() - start
    proved = model.getModelStatus() == highspy.HighsModelStatus.kOptimal
    return seconds, round(model.getInfo().objective_function_value), proved


def cp_sat(n, limit):
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    points = [model.new_bool_var("") for _ in range(n * n)]
    for row in rows(n):
        model.add(sum(points[p] for p in row) >= 1)
    model.minimize(sum(points))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    # Without the linear relaxation one worker does not even prove 8x8.
    solver.parameters.linearization_level = 2
    solver.parameters.max_time_in_seconds = limit
    start = time.perf_counter()
    status = solver.solve(model)
    seconds = time.perf_counter() - start
    return seconds, round(solver.objective_value), status == cp_model.OPTIMAL


def main():
    name, n, limit = sys.argv[1], int(sys.argv[2]), float(sys.argv[3])
    try:
        seconds, value, proved = {"highs": highs, "cp-sat": cp_sat}[name](n, limit)
    except ImportError as error:
        print("missing", "-", error)
        return
    print("proved" if proved else "limit", f"{seconds:.3f}", value)


if __name__ == "__main__":
    main()
