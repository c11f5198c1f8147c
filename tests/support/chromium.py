"""Find a Chromium on this machine; run as a program, have Debian's installed when there is none."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

# The shell is Chromium without windows of its own, which nobody would see here: it takes a third less time.
PACKAGES = ["chromium-headless-shell", "chromium"]  # Debian's: the first that there is
NAMES = [*PACKAGES, "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge"]
PLACES = [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe",
]
MISSING = "The browser tests need Chromium or Chrome: install one, or name its program in the variable CHROMIUM."
QUIET = [
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-dev-shm-usage",
]


def find_chromium() -> str | None:
    """The program of a Chromium: the one that CHROMIUM names, else one on the path, else where it usually lies."""
    named = os.environ.get("CHROMIUM")
    found = [shutil.which(name) for name in ([named] if named else NAMES)]
    usual = [place for place in PLACES if Path(place).exists() and not named]
    return next((each for each in [*found, *usual] if each), None)


def install() -> bool:
    """Debian's Chromium, where there is apt and the right to use it."""
    if shutil.which("apt-get") is None:
        return False
    root = [] if os.geteuid() == 0 else ["sudo", "-n"]
    if root and shutil.which("sudo") is None:
        return False
    print("Installing Chromium for the browser tests …")
    apt = [*root, "apt-get", "--yes", "--quiet", "--no-install-recommends"]
    run([*apt, "update"])
    return any(run([*apt, "install", package]) for package in PACKAGES)


def run(command: list[str]) -> bool:
    return subprocess.run(command, stdout=subprocess.DEVNULL, check=False).returncode == 0


if __name__ == "__main__":
    if find_chromium() is None and not (install() and find_chromium()):
        sys.exit(MISSING)
