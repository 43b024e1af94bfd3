#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 Binnacle contributors
# SPDX-License-Identifier: Apache-2.0
"""Builds the Debian package, installs it, starts it offscreen, removes it, and sees that nothing of it stays."""
import argparse
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from control_plane import SKIP, user_folders

FILES = ["/usr/bin/binnacle", "/usr/bin/binnaclectl", "/usr/share/applications/org.binnacle.Console.desktop",
         "/usr/share/metainfo/org.binnacle.Console.metainfo.xml", "/usr/share/icons/hicolor/scalable/apps/org.binnacle.Console.svg",
         "/usr/share/doc/binnacle/copyright"]


def run(*command, **options):
    done = subprocess.run(command, capture_output=True, text=True, timeout=500, **options)
    assert done.returncode == 0, f"{command}: exit {done.returncode}\n{done.stdout[-4000:]}{done.stderr[-4000:]}"
    return done.stdout


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
                assert "bound" in report.lower() or "Confirmed" in report, report
        finally:
            run("apt-get", "remove", "-y", "-qq", "binnacle")
        left = [name for name in FILES if pathlib.Path(name).exists()]
        assert not left, f"left behind: {left}"
    print(f"installed, started and removed {package.name}")


main()
