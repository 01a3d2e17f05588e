"""Templates that other templates call: parts, without machine code of their own.

Numba makes every function that a compiled one calls ready to run by itself: optimised, with a way
in for Python, and as machine code. Where a template calls a template that calls the rules of a
game, most of that work is for code that nobody ever enters from outside. A part ends as LLVM's
code, and is optimised with the template that it is built into.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from kermesse.core.borrowed import require


def part(function: Any) -> Any:
    """A function that only kernels can call."""
    from numba import njit

    return njit(
        nogil=True,
        error_model="numpy",
        no_cpython_wrapper=True,
        no_cfunc_wrapper=True,
        pipeline_class=compiler_of_parts(),
    )(function)


@cache
def compiler_of_parts() -> type:
    """Numba's compiler, which stops before it optimises and makes machine code."""
    from numba.core.codegen import JITCodeLibrary
    from numba.core.compiler import Compiler

    overridden = ("_optimize_final_module", "_finalize_final_module")
    used = (*overridden, "_finalize_dynamic_globals", "_ensure_finalized", "_finalized")
    require("numba", JITCodeLibrary, has=(*overridden, "codegen"), uses=used)
    require("numba", Compiler, has=("define_pipelines",), uses=("define_pipelines",))

    class Part(JITCodeLibrary):  # type: ignore[misc]
        """The code of one function, and of those that are built into it."""

        @property
        def codegen(self) -> Any:
            return self  # Numba asks for it only to call the next

        def set_env(self, name: str, env: object) -> None:
            """Objects of Python that the code refers to: a kernel refers to none."""

        def get_pointer_to_function(self, name: str) -> int:
            self._ensure_finalized()
            return 0  # nowhere

        def _optimize_final_module(self) -> None:
            """Left to the template that the part is built into."""

        def _finalize_final_module(self) -> None:
            self._finalize_dynamic_globals()
            self._finalized = True

    class CompilerOfParts(Compiler):  # type: ignore[misc]
        def define_pipelines(self) -> Any:
            state = self.state
            state.library = Part(state.targetctx.codegen(), state.func_id.func_qualname)
            return super().define_pipelines()

    return CompilerOfParts
