"""The platforms for which objects are made, and how LLVM makes code for each."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, NamedTuple


class Target(NamedTuple):
    """A processor and system, as LLVM and the linker name them."""

    triple: str
    cpu: str
    zig: str = ""  # as `zig cc -target` has it
    features: str = ""
    relocation: str = "pic"


TARGETS = {
    "linux-x86_64": Target("x86_64-unknown-linux-gnu", "x86-64", "x86_64-linux-gnu"),
    "linux-aarch64": Target("aarch64-unknown-linux-gnu", "generic", "aarch64-linux-gnu"),
    "macos-arm64": Target("arm64-apple-macosx11.0.0", "apple-m1", "aarch64-macos.11.0"),
    "macos-x86_64": Target("x86_64-apple-macosx11.0.0", "x86-64", "x86_64-macos.11.0"),
    "windows-x86_64": Target("x86_64-pc-windows-gnu", "x86-64", "x86_64-windows-gnu"),
    "wasm": Target(
        "wasm32-unknown-unknown",
        "generic",
        features="+bulk-memory,+sign-ext,+nontrapping-fptoint,+mutable-globals",
        relocation="static",
    ),
}


@cache
def initialized() -> Any:
    import llvmlite.binding as llvm

    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    return llvm


def object_code(text: str, target: Target) -> bytes:
    """A module's text as an object file for a platform."""
    machine = machine_for(target)
    module = optimized(text, target, tuning())
    missing = [each.name for each in module.functions if each.is_declaration and not each.name.startswith("llvm.")]
    if missing:
        raise RuntimeError(f"this code needs what no object brings: {', '.join(missing)}")
    code: bytes = machine.emit_object(module)
    return code


def simplified(text: str) -> str:
    """What is the same for all native platforms done once: their code takes a third of the time to make from this."""
    return str(optimized(text, TARGETS["linux-x86_64"], tuning(loop_vectorization=False, slp_vectorization=False)))


def optimized(text: str, target: Target, how: Any) -> Any:
    """A module's text as LLVM's module, optimized for a platform."""
    llvm, machine = initialized(), machine_for(target)
    text = re.sub(r"^target triple = .*$", f'target triple = "{target.triple}"', text, flags=re.M)
    text = re.sub(r"^target datalayout = .*$", f'target datalayout = "{machine.target_data}"', text, flags=re.M)
    module = llvm.parse_assembly(text)
    module.verify()
    builder = llvm.create_pass_builder(machine, how)
    builder.getModulePassManager().run(module, builder)
    return module


def machine_for(target: Target) -> Any:
    return (
        initialized()
        .Target.from_triple(target.triple)
        .create_target_machine(
            cpu=target.cpu, features=target.features, opt=3, reloc=target.relocation, codemodel="default"
        )
    )


def tuning(**settings: bool) -> Any:
    how = initialized().create_pipeline_tuning_options(speed_level=3)
    for name, value in settings.items():
        setattr(how, name, value)
    return how
