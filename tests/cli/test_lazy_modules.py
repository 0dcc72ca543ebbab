"""Modules that wait are loaded when somebody looks into them, and are then what they always are."""

import subprocess
import sys

IN_A_PROCESS = """
import sys
from refengine.cli.lazy_modules import SELDOM_NEEDED, LazyFinder, importing_lazily
with importing_lazily():
    import attrs, inspect, json, tomllib, fractions
    from attr import validators
    import colorsys
assert not any(isinstance(each, LazyFinder) for each in sys.meta_path)
behind = {"ast", "json.decoder", "tomllib._parser", "decimal"}
assert not behind & sys.modules.keys(), behind & sys.modules.keys()
assert colorsys.rgb_to_hsv(0, 0, 0) == (0.0, 0.0, 0)
assert inspect.signature(lambda one: one).parameters.keys() == {"one"}
assert json.loads("[1]") == [1] and tomllib.loads("a = 1") == {"a": 1}
assert fractions.Fraction(1, 2) + 1 == fractions.Fraction(3, 2)
assert attrs.validators.instance_of(int).type is int is validators.instance_of(int).type
assert attrs.converters.optional(int)(None) is None
assert behind <= sys.modules.keys()
assert all(type(sys.modules[each]) is type(sys) for each in SELDOM_NEEDED if each in sys.modules)
"""


def test_what_waits_is_loaded_when_it_is_looked_into() -> None:
    run = subprocess.run([sys.executable, "-c", IN_A_PROCESS], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
