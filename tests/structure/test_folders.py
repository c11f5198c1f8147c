"""Tests lie as what they test does, so that whoever knows a file finds its tests."""

from __future__ import annotations

from support.source_tree import ROOT, python_files

OTHERS = {
    "benchmarks": "bench", "faults": "src/pioche/server", "packaging": "src", "scripts": "scripts", "structure": "src",
    "web": "web",
}  # fmt: skip


def test_tests_lie_in_the_folder_of_what_they_test() -> None:
    for path in python_files("tests"):
        folder = path.parent.relative_to("tests")
        if path.name.startswith("test_"):
            tested = OTHERS.get(str(folder)) or f"src/pioche/{folder}"
            assert (ROOT / tested).is_dir(), f"{path} tests {tested}, and there is no such folder"
