"""Numba: how kernels become machine code, and where that is kept.

Everything that the house uses of Numba's inner workings is here. Should a version have changed
them, it is done without: compiling takes longer, or is done again in each process, and the games
play the same.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from contextlib import suppress
from functools import cache, cached_property
from typing import Any, TypeVar

from kermesse.core.announcement import announce
from kermesse.core.borrowed import LibraryChanged, require
from kermesse.core.cache import CORE, can_keep, folder_of
from kermesse.core.fingerprint import fingerprint
from kermesse.core.graph import Copies, is_compiled

# A wheel may bring machine code along, for processors of about 2015 and later.
SHIPPED = CORE.parent / "compiled"
BASELINE = "x86-64-v3"
NEEDED = ("avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe")  # what that name stands for

F = TypeVar("F", bound=Callable[..., Any])

PUBLIC = {"nogil": True, "error_model": "numpy"}
# Nobody calls kernels from C. They allocate nothing, so nothing needs to be counted: searches take
# half the time, and less code is compiled.
INSIDE = {"no_cfunc_wrapper": True, "_nrt": False}
HOW = "linked, widened, uncounted"  # how kernels are compiled: a change of it makes all others


def compiled(function: F) -> F:
    """Compile on first call; keep the machine code until something that it is made of changes.

    The kernels that it calls become parts of it. Those that a template calls are parts already.
    """
    dispatcher = jitted(function)
    dispatcher._cache = LateCache(function, dispatcher._cache)
    if if_familiar(dispatchers):
        dispatcher._compiler._get_implementation = lambda args, kws: LINKED.outermost(function)
        dispatcher._compile_for_args = Meanwhile(function, dispatcher._compile_for_args)
    return dispatcher


def jitted(function: Any, **more: Any) -> Any:
    """Numba's dispatcher of a function, which is kept nowhere."""
    from numba import njit

    if not if_familiar(dispatchers):
        return njit(**PUBLIC, **more)(function)
    dispatcher = njit(**PUBLIC, **INSIDE, **more)(function)
    fold = dispatcher._compiler.fold_argument_types
    dispatcher._compiler.fold_argument_types = lambda args, kws: widened(*fold(args, kws))
    return dispatcher


@cache
def dispatchers() -> type:
    """Numba's class of them, which has what is replaced in it."""
    from numba.core.dispatcher import Dispatcher, _FunctionCompiler  # type: ignore[attr-defined]
    from numba.core.options import DefaultOptions

    used = ("_cache", "_compiler", "_compile_for_args")
    require("numba", Dispatcher, has=("_compile_for_args",), uses=used)
    folded = ("fold_argument_types", "_get_implementation")
    require("numba", _FunctionCompiler, has=folded, uses=folded[1:])
    require("numba", DefaultOptions, has=tuple(INSIDE))
    kind: type = Dispatcher
    return kind


def widened(signature: Any, args: tuple[Any, ...]) -> tuple[Any, tuple[Any, ...]]:
    """Signed numbers of any width, for a kernel that another one calls, are 64 bits wide.

    Else a kernel would be compiled for each width that a field of some record has.
    """
    from numba.core.types import IntEnumMember, int64
    from numba.core.types.misc import Omitted

    def is_signed(kind: Any) -> bool:
        if isinstance(kind, Omitted):
            return type(kind.value) is int
        return isinstance(kind, IntEnumMember) or getattr(kind, "signed", False)

    return signature, tuple(int64 if is_signed(kind) else kind for kind in args)


def part(function: F, kernel: Any = None) -> F:
    """A function that only kernels can call: it has no machine code by itself.

    Numba makes every function that a compiled one calls ready to run by itself: optimised, with a
    way in for Python, and as machine code. Most of that work is for code that nobody ever enters
    from outside. A part ends as LLVM's code, and is optimised with what it is built into; if the
    ``kernel`` that it is a copy of says so, it is built in wherever it is called.
    """
    options = {"forceinline": True} if is_inlined(kernel) else {}
    compiler = if_familiar(compiler_of_parts)
    if compiler is None:
        return jitted(function, **options)
    return jitted(function, no_cpython_wrapper=True, pipeline_class=compiler, **options)


def is_inlined(kernel: Any) -> bool:
    """Whether a kernel is to be built in wherever it is called."""
    return is_compiled(kernel) and kernel.targetoptions.get("forceinline", False)


def is_whole(kernel: Any) -> bool:
    """Whether a value is a kernel of ours that would have machine code by itself."""
    if not is_compiled(kernel):
        return False
    options = kernel.targetoptions
    return PUBLIC.items() <= options.items() and "no_cpython_wrapper" not in options


LINKED = Copies(follows=is_whole, finish=part)


def if_familiar(make: Callable[[], type]) -> type | None:
    """What is made of Numba's inner workings; nothing, and a warning, if they are others now."""
    try:
        return make()
    except (LibraryChanged, ImportError) as changed:
        _warn(str(changed))
        return None


@cache
def _warn(reason: str) -> None:
    """Once for each reason."""
    warnings.warn(f"kernels take longer to compile: {reason}", stacklevel=4)


class LateCache:
    """Numba's cache of one kernel, made at first use: then everything it calls exists."""

    def __init__(self, function: Any, usual: Any) -> None:
        self._function = function
        self._usual = usual  # which keeps nothing

    def __getattr__(self, name: str) -> Any:
        return getattr(self._made, name)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The machine code for some types, if it was kept."""
        found = self._made.load_overload(sig, target_context)
        if found is None:
            if Plainly.on:
                raise NotKept
            announce(self._function)
        return found

    @cached_property
    def _made(self) -> Any:
        kind = if_familiar(cache_by_content)
        return self._usual if kind is None else kind(self._function)


# --- plain Python until another process has compiled ----------------------------------------------


class NotKept(Exception):
    """There is no machine code of a kernel yet, and this process makes none."""


class Plainly:
    """Whether this process lets others compile, and how often it was told to look what they did."""

    on = False
    looks = 0
    twins = Copies(follows=is_compiled)


def play_plainly() -> None:
    """From now on this process compiles nothing. What is not kept yet, plain Python does.

    It does the same to the same bytes. So one kernel after another can become machine code, as soon
    as another process has compiled it and `look_again` was called, in the middle of a match.
    """
    Plainly.on = can_keep() and if_familiar(cache_by_content) is not None


def compile_here() -> None:
    """From now on this process compiles what it needs, as any does at first."""
    Plainly.on = False


def look_again() -> None:
    """Somebody has compiled something: kernels that were not kept may be so now."""
    Plainly.looks += 1
    Plainly.twins.made.clear()


class Meanwhile:
    """What Numba calls when a kernel is called with new types: it asks for what to call instead."""

    def __init__(self, function: Any, compile_for: Callable[..., Any]) -> None:
        self._function = function
        self._compile_for = compile_for
        self._looks = -1

    def __call__(self, *args: Any, **kws: Any) -> Any:
        """Machine code for these types, or plain Python."""
        if self._looks != Plainly.looks or not Plainly.on:
            try:
                return self._compile_for(*args, **kws)
            except NotKept:
                self._looks = Plainly.looks
        return Plainly.twins.called(self._function)


# --- how machine code is kept ---------------------------------------------------------------------


@cache
def cache_by_content() -> type:
    """Numba's cache, but a folder's name says all: a copy of it is as good on an equal machine.

    Numba would look at the path and the time of the source, too, and not at the kernels that a
    kernel calls. And nothing that is wrong with a file stops a game: what cannot be read is
    compiled again, and what cannot be written is done without.
    """
    from numba.core.caching import CompileResultCacheImpl, FunctionCache, UserProvidedCacheLocator
    from numba.core.dispatcher import Dispatcher

    require("numba", Dispatcher, uses=("_cache",))
    require(
        "numba",
        FunctionCache,
        has=("load_overload", "save_overload"),
        uses=("_impl_class", "_index_key"),
    )
    require("numba", CompileResultCacheImpl, uses=("_locator_classes",))
    require("numba", UserProvidedCacheLocator, has=("get_source_stamp", "get_disambiguator"))

    class Locator(UserProvidedCacheLocator):  # type: ignore[misc]
        def __init__(self, function: Any, _path: str) -> None:
            self._cache_path = str(folder_of(fingerprint(function, HOW)))

        def get_source_stamp(self) -> str:
            return ""

        def get_disambiguator(self) -> str:
            return ""

        @classmethod
        def from_function(cls, function: Any, path: str) -> Any:
            return cls(function, path)

    class Kept(CompileResultCacheImpl):  # type: ignore[misc]
        _locator_classes = (Locator,)

    class ShippedLocator(Locator):
        def __init__(self, function: Any, _path: str) -> None:
            self._cache_path = str(SHIPPED / fingerprint(function, HOW))

    class KeptInWheel(CompileResultCacheImpl):  # type: ignore[misc]
        _locator_classes = (ShippedLocator,)

    class Shipped(FunctionCache):  # type: ignore[misc]
        _impl_class = KeptInWheel

        def _index_key(self, sig: Any, codegen: Any) -> Any:
            sig, (system, *_), *code = super()._index_key(sig, codegen)
            return (sig, (system, BASELINE, ""), *code)

    class CacheByContent(FunctionCache):  # type: ignore[misc]
        _impl_class = Kept

        def __init__(self, function: Any) -> None:
            super().__init__(function)
            self._shipped = Shipped(function) if fits_shipped() else None

        def load_overload(self, sig: Any, target_context: Any) -> Any:
            try:
                found = super().load_overload(sig, target_context)
                if found is None and self._shipped is not None:
                    found = self._shipped.load_overload(sig, target_context)
                return found
            except Exception:  # truncated, damaged, or of types that are gone
                with suppress(OSError):
                    self.flush()
                return None

        def save_overload(self, sig: Any, data: Any) -> None:
            with suppress(OSError):  # a full disk
                super().save_overload(sig, data)

    return CacheByContent


@cache
def fits_shipped() -> bool:
    """Whether the package came with machine code, and this processor can run it."""
    if not SHIPPED.is_dir():
        return False
    from llvmlite.binding import get_host_cpu_features

    able = get_host_cpu_features()
    return all(able.get(need) for need in NEEDED)


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
