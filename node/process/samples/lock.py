#!/usr/bin/env python3
"""A lock server and its clients: run it as "server", "c1", "c2".

The server gives the lock to one client at a time; a client that has it gives it back when its
timer fires. Each line that comes in is one step, each line that goes out its answer.
"""
import json
import sys


class Node:
    def start(self, event):
        self.name, self.state = event["name"], {"holds": False}
        if self.name == "server":
            self.state = {"holder": None, "waiting": []}
            return [], []
        return [], ["want"]

    def timeout(self, event):
        if event["type"] == "want":
            return [("server", "lock", {})], []
        self.state["holds"] = False
        return [("server", "unlock", {})], ["want"]

    def message(self, event):
        kind, sender = event["type"], event["from"]
        if kind == "granted":
            self.state["holds"] = True
            return [], ["done"]
        state = self.state
        if kind == "lock" and state["holder"] != sender and sender not in state["waiting"]:
            state["waiting"].append(sender)
        if kind == "unlock" and state["holder"] == sender:
            state["holder"] = None
        if state["holder"] is None and state["waiting"]:
            state["holder"] = state["waiting"].pop(0)
            return [(state["holder"], "granted", {})], []
        return [], []


node = Node()
for line in sys.stdin:
    event = json.loads(line)
    messages, timeouts = getattr(node, event["msgtype"])(event)
    answer = {
        "msgtype": "response",
        "state": node.state,
        "messages": [{"to": to, "type": kind, "body": body} for to, kind, body in messages],
        "timeouts": [{"type": kind, "body": {}} for kind in timeouts],
    }
    print(json.dumps(answer), flush=True)
