#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 Binnacle contributors
# SPDX-License-Identifier: Apache-2.0
"""Builds the Debian package, installs it, starts it offscreen, looks at what its demo session says and draws, removes it, and
sees that nothing of it stays."""
import argparse
import os
import pathlib
import re
import struct
import subprocess
import sys
import tempfile
import zlib

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from control_plane import SKIP, user_folders

FILES = ["/usr/bin/binnacle", "/usr/bin/binnaclectl", "/usr/share/applications/org.binnacle.Console.desktop",
         "/usr/share/metainfo/org.binnacle.Console.metainfo.xml", "/usr/share/icons/hicolor/scalable/apps/org.binnacle.Console.svg",
         "/usr/share/doc/binnacle/copyright"]


def run(*command, **options):
    done = subprocess.run(command, capture_output=True, text=True, timeout=500, **options)
    assert done.returncode == 0, f"{command}: exit {done.returncode}\n{done.stdout[-4000:]}{done.stderr[-4000:]}"
    return done.stdout


PAGES = {"overview", "nodes", "pods", "whatif", "plan", "approvals", "audit"}
SAYS = {
    "cluster": r"(?P<nodes>\d+) nodes, (?P<pods>\d+) pods, synced (?P<seconds>\d+\.\d+) s after the start",
    "pending": r"(?P<pending>\d+) pods wait for a node",
    "decisions": r"(?P<decisions>\d+) in this session, each durable in the audit log before it was shown",
    "approvals": r"(?P<approvals>\d+) by the demo's own policy",
    "binds": r"(?P<bound>\d+) bound, of which (?P<confirmed>\d+) confirmed by the watch; (?P<failed>\d+) failed, (?P<superseded>\d+) superseded",
    "pending now": r"(?P<left>\d+) pods",
    "audit": r"verified: (?P<checked>\d+) of (?P<entries>\d+) entries checked in (?P<took>\d+) ms, root (?P<root>[0-9a-f]{16})",
}


def figures(report):
    """What the demo session printed, each figure by name."""
    found = {}
    for name, shape in SAYS.items():
        line = re.search(rf"^  {name} {{2,}}{shape}$", report, re.MULTILINE)
        assert line, f"no line '{name}' as it should be in:\n{report}"
        found.update({key: text if key == "root" else float(text) for key, text in line.groupdict().items()})
    return found


def check_figures(says):
    assert says["nodes"] >= 100 and says["pods"] >= 1000, f"a demo cluster of hundreds of nodes and thousands of pods: {says}"
    assert 0 < says["seconds"] < 60 and says["pending"] > 0, says
    assert says["decisions"] >= says["approvals"] >= says["bound"] >= says["confirmed"] > 0, says
    # A decision, an approval and a bind are an entry each, and so is a confirmation.
    least = says["decisions"] + says["approvals"] + says["bound"] + says["confirmed"]
    assert says["checked"] == says["entries"] >= least, says


def pixels(path):
    """Width, height and the raw rows of a PNG picture: its image data, inflated."""
    content = path.read_bytes()
    assert content.startswith(b"\x89PNG\r\n\x1a\n"), f"{path} is no PNG"
    at, data, size = 8, b"", None
    while at < len(content):
        length, kind = struct.unpack(">I4s", content[at:at + 8])
        chunk = content[at + 8:at + 8 + length]
        if kind == b"IHDR":
            size = struct.unpack(">II", chunk[:8])
        data += chunk if kind == b"IDAT" else b""
        at += length + 12
    return *size, zlib.decompress(data)


def check_pictures(folder):
    pictures = {path.stem: path for path in folder.glob("*.png")}
    assert PAGES <= set(pictures), f"pictures of {sorted(pictures)}, not of every page"
    drawn = {}
    for name, path in pictures.items():
        width, height, data = pixels(path)
        assert width >= 1000 and height >= 600, f"{path}: {width} x {height}"
        assert len(set(data)) > 40, f"{path} is blank"
        drawn[name] = zlib.crc32(data)
    assert len(set(drawn.values())) == len(drawn), f"pages that look the same: {drawn}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    args = parser.parse_args()
    build = pathlib.Path(args.bin).parent
    with tempfile.TemporaryDirectory(prefix="binnacle-deb-") as folder:
        run("cpack", "-G", "DEB", "-B", folder, cwd=build)
        package = next(pathlib.Path(folder).glob("*.deb"))
        depends = run("dpkg-deb", "-f", str(package), "Depends")
        assert "libqt6widgets6" in depends and "libc6" in depends, depends
        if os.geteuid() != 0:
            print("skipped: installing a package needs root")
            sys.exit(SKIP)
        run("apt-get", "install", "-y", "-qq", "--no-install-recommends", str(package), env=dict(os.environ, DEBIAN_FRONTEND="noninteractive"))
        try:
            for name in FILES:
                assert pathlib.Path(name).exists(), name
            run("desktop-file-validate", FILES[2])
            run("appstreamcli", "validate", "--no-net", "--pedantic", FILES[3])
            assert "2750m" in run("/usr/bin/binnaclectl", "quantity", "2750m")
            with user_folders() as environment:
                environment.update(QT_QPA_PLATFORM="offscreen")
                environment.pop("DISPLAY", None)
                report = run("/usr/bin/binnacle", env=environment)
                check_figures(figures(report))
                folder = re.search(r"^A picture of every page is in (.+)$", report, re.MULTILINE)
                assert folder and folder[1].startswith(environment["HOME"]), report
                check_pictures(pathlib.Path(folder[1]))
                assert "DISPLAY" in report, f"how to see it with a display is not said:\n{report}"
        finally:
            run("apt-get", "remove", "-y", "-qq", "binnacle")
        left = [name for name in FILES if pathlib.Path(name).exists()]
        assert not left, f"left behind: {left}"
    print(f"installed, started and removed {package.name}")


main()
