#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 Binnacle contributors
# SPDX-License-Identifier: Apache-2.0
"""Kills a session that approves, at random moments, against a real API server; then everything must add up:

every acknowledged approval is in the log, the log is sound, no pod was bound twice, and no row is left open.
With --figures it prints the benchmark's lines instead of a sentence.
"""
import argparse
import json
import pathlib
import random
import subprocess
import sys
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from control_plane import Ctl, control_plane, user_folders

AFTER = {"Approved", "Bound", "Unknown", "Confirmed", "BindFailed"}
OPEN = {"Proposed", "Approved", "Bound", "Unknown"}


def run_worker(binaries, environment, kubeconfig, acknowledged, budget=None, kill_at=None, pause=0.0):
    """One life of the worker, with its budget of approvals, killed a moment after the kill_at-th thing it says of an approval
    or when it has fallen silent; true when it came to its own end."""
    budgeted = [] if budget is None else [str(budget)]
    worker = subprocess.Popen([str(pathlib.Path(binaries) / "approval_worker"), kubeconfig, *budgeted], env=environment,
                              stdout=subprocess.PIPE, text=True)
    state = {"end": "", "lines": 0}
    due = threading.Event()

    def read():
        for line in worker.stdout:
            words = line.split()
            if words[0] == "ack":
                acknowledged.append(words[1])
            state["end"] = words[0]
            state["lines"] += words[0] == "ack" or words[-1] in AFTER
            if state["lines"] == kill_at:
                due.set()
        due.set()

    reader = threading.Thread(target=read)
    reader.start()
    if kill_at is None:
        worker.wait(timeout=400)
    else:
        heard, quiet = 0, 0
        while quiet < (1 if heard else 30) and not due.wait(timeout=1):
            quiet = quiet + 1 if state["lines"] == heard else 0
            heard = state["lines"]
        time.sleep(pause)
        worker.kill()
        worker.wait()
    reader.join()
    return state["end"] == "done"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    parser.add_argument("--pods", type=int, default=60)
    parser.add_argument("--nodes", type=int, default=40)
    parser.add_argument("--kills", type=int, default=6)
    parser.add_argument("--approvals", type=int, default=1, help="that must be acknowledged at least")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    parser.add_argument("--figures", action="store_true")
    args = parser.parse_args()
    out = sys.stderr if args.figures else sys.stdout
    print(f"seed {args.seed}", file=out)
    chance = random.Random(args.seed)
    acknowledged, kills = [], 0
    with control_plane("kill", "--nodes", str(args.nodes), "--pods", "0", "--pending", str(args.pods)) as plane, user_folders() as environment:
        # No life can take what the others were to be killed over. Of the pods that wait about half can be placed.
        share = args.pods // (2 * (args.kills + 1))
        for _ in range(args.kills):
            before = len(acknowledged)
            kill_at = chance.randint(1, 3 * share)
            if run_worker(args.bin, environment, plane.kubeconfig, acknowledged, share, kill_at, chance.uniform(0.0, 0.02)):
                break
            kills += 1
            print(f"kill {kills}: {len(acknowledged) - before} approvals acknowledged in this life", file=out)
        ended = run_worker(args.bin, environment, plane.kubeconfig, acknowledged)
        ctl = Ctl(args.bin, environment, "--kubeconfig", plane.kubeconfig)
        verified = ctl.json("audit", "verify")
        rows = ctl.json("audit", "list", "--limit", "100000")["decisions"]
        pods = ctl.json("pods")
    by_id = {row["decision"]: row for row in rows}
    lost = [i for i in acknowledged if i not in by_id or not any(e["state"] == "Approved" for e in by_id[i]["life"])]
    left_open = [row["decision"] for row in rows if row["state"] in OPEN]
    confirmed = {}
    for row in rows:
        if row["state"] == "Confirmed":
            confirmed.setdefault(row["podUid"], []).append(row["node"])
    twice = [uid for uid, nodes in confirmed.items() if len(nodes) > 1]
    ours = [pod for pod in pods if pod["schedulerName"] == "binnacle" and pod["node"]]
    unaudited = [pod["name"] for pod in ours if pod["uid"] not in confirmed]
    elsewhere = [pod["name"] for pod in ours if pod["uid"] in confirmed and pod["node"] != confirmed[pod["uid"]][0]]
    faults = {"lost": lost, "open": left_open, "bound twice": twice, "bound without a row": unaudited, "elsewhere": elsewhere}
    print(f"{kills} kills, {len(acknowledged)} approvals acknowledged, {len(rows)} decisions, {len(ours)} pods bound, "
          f"log {verified['result']}", file=out)
    if args.figures:
        for figure, value, target, better in (("approvals", len(acknowledged), args.approvals, "higher"), ("kills", kills, args.kills, "higher"),
                                              ("acknowledged_lost", len(lost), 0, "lower"), ("bound_twice", len(twice), 0, "lower"),
                                              ("rows_left_open", len(left_open), 0, "lower"), ("bound_without_row", len(unaudited), 0, "lower")):
            print(json.dumps({"bench": "kill_nine", "figure": figure, "value": value, "unit": "count", "target": target, "better": better}))
    bad = {name: items for name, items in faults.items() if items}
    if bad or not ended or kills < args.kills or len(acknowledged) < args.approvals or verified["result"] != "Sound" or not ours:
        sys.exit(f"not sound: {kills} kills, ended {ended}, log {verified}, {bad}")


main()
