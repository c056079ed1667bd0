"""The server from outside, under load, on loopback: what it answers, what it keeps, what it leaves running.

    python3 benches/page/load.py target/release/tesuji

Bounded in count and time (about half a minute); ends with status 1 if something is not as it should be.
"""

import collections
import concurrent.futures
import http.client
import json
import os
import re
import socket
import subprocess
import sys
import time

MB = 1 << 20
ROWS = ["." * 19] * 9
# Longer than anybody waits: can a stone in the middle of an empty board be captured?
LONG = json.dumps({
    "ask": "capture", "position": {"diagram": "\n".join([*ROWS, "." * 9 + "X" + "." * 9, *ROWS])},
    "target": "K10", "first": "attacker", "order": 20, "limits": {"nodes": 10**9, "memory_mb": 1000},
}).encode()
QUICK = json.dumps({"ask": "value", "expressions": ["{4|0}"]}).encode()


class Server:
    def __init__(self, program):
        self.process = subprocess.Popen([program, "serve", "--port", "0"], stdout=subprocess.PIPE, text=True)
        self.port = int(re.search(r":(\d+)/", self.process.stdout.readline()).group(1))

    def status(self, name):
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as lines:
            return int(next(line for line in lines if line.startswith(name)).split()[1])

    def cpu(self):
        with open(f"/proc/{self.process.pid}/stat", encoding="ascii") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def ask(self, path="/ask", body=QUICK, timeout=60, **headers):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        given = {"content-type": "application/json", **headers}
        try:
            connection.request("POST" if body is not None else "GET", path, body, given)
            response = connection.getresponse()
            response.read()
            return response.status
        finally:
            connection.close()

    def raw(self, request, timeout=60):
        """Sends bytes as they are; the status of the answer, or None if the connection is closed without one."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=timeout) as stream:
            try:
                stream.sendall(request)
            except (BrokenPipeError, ConnectionResetError):
                pass
            try:
                answer = stream.recv(64)
            except ConnectionResetError:
                return None
        return int(answer.split()[1]) if answer else None

    def head(self, length, path="/ask"):
        return (f"POST {path} HTTP/1.1\r\nhost: 127.0.0.1:{self.port}\r\ncontent-type: application/json\r\n"
                f"content-length: {length}\r\n\r\n").encode()


def main():
    server = Server(sys.argv[1])
    wrong = []

    def expect(what, seen, right, note=""):
        good = seen in right if isinstance(right, (list, set)) else seen == right
        print(f"{what:<62} {seen}{'' if good else '  WRONG, expected ' + str(right)}{note}", flush=True)
        if not good:
            wrong.append(what)

    try:
        expect("a question", server.ask(), 200)
        begin = server.status("VmHWM") / 1024
        expect("foreign Host", server.ask(Host="evil.example"), 403)
        expect("foreign Origin", server.ask(Origin="http://evil.example"), 403)
        for path in ["/../Cargo.toml", "/%2e%2e/%2e%2e/etc/passwd", "/js/../../Cargo.toml", "//etc/passwd"]:
            expect(f"GET {path}", server.raw(f"GET {path} HTTP/1.1\r\nhost: 127.0.0.1:{server.port}\r\n\r\n".encode()), 404)

        body = b"x" * (64 * MB)
        expect("64 MB that are announced", server.raw(server.head(len(body)) + body), {413, None})
        chunked = (f"POST /ask HTTP/1.1\r\nhost: 127.0.0.1:{server.port}\r\ncontent-type: application/json\r\n"
                   f"transfer-encoding: chunked\r\n\r\n").encode()
        chunked += (b"%x\r\n" % MB + b"x" * MB + b"\r\n") * 64
        expect("64 MB that are not", server.raw(chunked), {413, None})
        del body, chunked
        more = server.status("VmHWM") / 1024 - begin
        expect("less than 16 MB more memory after them", more < 16, True, f"  ({more:.0f} MB)")

        # 200 long questions at once; all askers go away after two seconds.
        streams = []
        for _ in range(200):
            stream = socket.create_connection(("127.0.0.1", server.port), timeout=10)
            stream.sendall(server.head(len(LONG)) + LONG)
            streams.append(stream)
        time.sleep(2)
        before = time.perf_counter()
        quick = server.ask(body=json.dumps({"ask": "boards"}).encode())
        expect("a click while 200 questions wait", quick, 200, f"  ({1000 * (time.perf_counter() - before):.0f} ms)")
        seen = collections.Counter()
        for stream in streams:
            stream.setblocking(False)
            try:
                seen[int(stream.recv(64).split()[1])] += 1
            except BlockingIOError:
                seen["waits"] += 1
            stream.close()
        expect("200 long questions at once", dict(sorted(seen.items(), key=str)), [{503: 136, "waits": 64}])
        print(f"{'peak memory':<62} {server.status('VmHWM') / 1024:.0f} MB")

        time.sleep(0.5)
        before = server.cpu()
        time.sleep(2)
        left = server.cpu() - before
        expect("work left when their askers are gone (processor seconds in 2 s)", f"{left:.2f}", ["0.00", "0.01", "0.02"])
        expect("threads", server.status("Threads"), set(range(1, 8)))

        # 200 short ones at once are all answered, or told to come again.
        with concurrent.futures.ThreadPoolExecutor(200) as pool:
            before = time.perf_counter()
            seen = collections.Counter(pool.map(lambda _: server.ask(), range(200)))
            seconds = time.perf_counter() - before
        expect("200 quick questions at once", set(seen) <= {200, 503} and seen[200] >= 64, True, f"  ({dict(seen)}, {seconds:.2f} s)")

        # Clients that send a byte and wait, and one that sends a byte a second.
        slow = [socket.create_connection(("127.0.0.1", server.port), timeout=40) for _ in range(150)]
        for stream in slow:
            stream.sendall(b"P")
        before = time.perf_counter()
        expect("a question beside 150 slow clients", server.ask(), 200, f"  ({1000 * (time.perf_counter() - before):.0f} ms)")
        begun = time.perf_counter()
        body = socket.create_connection(("127.0.0.1", server.port), timeout=1)
        body.sendall(server.head(1000))
        answer = b""
        while not answer and time.perf_counter() - begun < 40:
            try:
                body.sendall(b" ")
                answer = body.recv(64)
            except TimeoutError:
                pass
        expect("a question that comes a byte a second", int(answer.split()[1]), 408, f"  ({time.perf_counter() - begun:.0f} s)")
        gone = 0
        for stream in slow:
            try:
                stream.settimeout(25)
                answer = stream.recv(64)
                gone += not answer or b" 408 " in answer or b" 400 " in answer
            except ConnectionResetError:
                gone += 1
            stream.close()
        expect("slow clients that were let go", gone, 150, f"  ({time.perf_counter() - begun:.0f} s)")
        expect("a question after all that", server.ask(), 200)
        print(f"{'memory now, and at its peak':<62} {server.status('VmRSS') / 1024:.0f} MB, {server.status('VmHWM') / 1024:.0f} MB")
    finally:
        server.process.kill()
        server.process.wait()
    print(f"{len(wrong)} of these are wrong" if wrong else "all of it as it should be")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
