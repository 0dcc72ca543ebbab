"""Numbers of variable length, as the WebAssembly specification gives them."""

import pytest

from refengine.program.to_wasm.encoding import signed, unsigned


@pytest.mark.parametrize(("number", "coded"), [(0, "00"), (127, "7f"), (128, "8001"), (624485, "e58e26")])
def test_natural_numbers(number: int, coded: str) -> None:
    assert unsigned(number).hex() == coded


@pytest.mark.parametrize(
    ("number", "coded"),
    [
        (0, "00"),
        (63, "3f"),
        (64, "c000"),
        (-1, "7f"),
        (-64, "40"),
        (-65, "bf7f"),
        (-123456, "c0bb78"),
        (-(1 << 63), "8080808080808080807f"),
    ],
)
def test_numbers_with_a_sign(number: int, coded: str) -> None:
    assert signed(number).hex() == coded
