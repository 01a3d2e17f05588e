"""`DeviceArray`: an array on a GPU that PyTorch, JAX and CuPy take over without a copy.

numba-cuda's own arrays speak the CUDA array interface, but not DLPack, which JAX asks for.
"""

from __future__ import annotations

import atexit
import ctypes
from typing import Any

import numpy as np

from kermesse.core.cuda import SIMULATED, cuda_module
from kermesse.core.errors import brief

CPU, CUDA = 1, 2  # as DLPack numbers devices
KINDS = {"i": 0, "u": 1, "f": 2, "b": 6}  # and kinds of numbers
NAME = b"dltensor"
LEGACY_STREAM = 1  # the one that our kernels run in, as DLPack numbers streams
NO_WAIT = -1


class Tensor(ctypes.Structure):
    """DLPack's `DLTensor`."""

    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
        ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    )


class ManagedTensor(ctypes.Structure):
    """DLPack's `DLManagedTensor`."""


Deleter = ctypes.CFUNCTYPE(None, ctypes.POINTER(ManagedTensor))
ManagedTensor._fields_ = (
    ("tensor", Tensor),
    ("context", ctypes.c_void_p),
    ("deleter", Deleter),
)
Destructor = ctypes.CFUNCTYPE(None, ctypes.c_void_p)

new_capsule = ctypes.pythonapi.PyCapsule_New
new_capsule.restype = ctypes.py_object
new_capsule.argtypes = (ctypes.c_void_p, ctypes.c_char_p, Destructor)
is_capsule = ctypes.pythonapi.PyCapsule_IsValid
is_capsule.restype = ctypes.c_int
is_capsule.argtypes = (ctypes.c_void_p, ctypes.c_char_p)
capsule_pointer = ctypes.pythonapi.PyCapsule_GetPointer
capsule_pointer.restype = ctypes.c_void_p
capsule_pointer.argtypes = (ctypes.c_void_p, ctypes.c_char_p)

lent: dict[int, tuple[Any, ...]] = {}  # what others hold, by the address of its description


def take_back(managed: Any) -> None:
    """Called by the consumer of a tensor when it is done with it."""
    lent.pop(ctypes.addressof(managed.contents), None)


def take_back_unused(capsule: int) -> None:
    """Called when a capsule goes; one that was taken over has another name by then."""
    if is_capsule(capsule, NAME):
        lent.pop(capsule_pointer(capsule, NAME), None)


deleter = Deleter(take_back)
destructor = Destructor(take_back_unused)
# anything that may still be called when Python is gone, and does nothing
no_deleter = ctypes.cast(ctypes.pythonapi.Py_IsInitialized, Deleter)


@atexit.register
def give_away() -> None:
    """Leave what others still hold to them: some let go of it when no Python can run any more."""
    for held in lent.values():
        held[0].deleter = no_deleter
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(held))


class DeviceArray:
    """An array of a batch on a GPU. Its memory stays the batch's, and is written by every step."""

    def __init__(self, array: Any, *, turned: bool = False) -> None:
        """``turned``: rows become columns, in the same memory (numba-cuda's `T` is a copy)."""
        self.array = array
        self._turned = turned
        self.shape = tuple(array.shape)[:: -1 if turned else 1]
        self.strides = tuple(array.strides)[:: -1 if turned else 1]

    @property
    def dtype(self) -> np.dtype[Any]:
        """The kind of its numbers."""
        kind: np.dtype[Any] = np.dtype(self.array.dtype)
        return kind

    def numpy(self) -> np.ndarray[Any, Any]:
        """A copy in the memory of the CPU."""
        copy: np.ndarray[Any, Any] = (
            np.array(self.array) if SIMULATED else self.array.copy_to_host()
        )
        return copy.T if self._turned else copy

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        interface = self.array.__cuda_array_interface__
        return {**interface, "shape": self.shape, "strides": self.strides}

    def __dlpack_device__(self) -> tuple[int, int]:
        if SIMULATED:
            return CPU, 0
        return CUDA, int(cuda_module().get_current_device().id)

    def __dlpack__(self, *, stream: int | None = None, **_: Any) -> Any:
        if stream not in (None, LEGACY_STREAM, NO_WAIT) and not SIMULATED:
            cuda_module().synchronize()  # other streams do not wait for ours by themselves
        return capsule(self, address(self.array), self.__dlpack_device__())

    def __len__(self) -> int:
        return int(self.shape[0])

    def __repr__(self) -> str:
        return f"<DeviceArray of {self.dtype}, {self.shape}>"


def address(array: Any) -> int:
    """Where an array begins, on its device."""
    if SIMULATED:
        return int(np.asarray(array).ctypes.data)
    return int(array.__cuda_array_interface__["data"][0])


def capsule(array: Any, start: int, device: tuple[int, int]) -> Any:
    """A DLPack capsule of an array, which is kept alive until its consumer releases it."""
    kind, width = np.dtype(array.dtype), len(array.shape)
    if kind.kind not in KINDS:
        raise BufferError(f"DLPack knows no arrays of {brief(kind)}: take a copy by numpy()")
    numbers = ctypes.c_int64 * width
    shape = numbers(*array.shape)
    strides = numbers(*(step // kind.itemsize for step in array.strides))
    tensor = Tensor(
        start, *device, width, KINDS[kind.kind], 8 * kind.itemsize, 1, shape, strides, 0
    )
    managed = ManagedTensor(tensor, None, deleter)
    lent[ctypes.addressof(managed)] = (managed, array, shape, strides)
    return new_capsule(ctypes.addressof(managed), NAME, destructor)
