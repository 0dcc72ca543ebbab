"""How a module of the package is kept: small, named after something, and without a way to the world outside."""

import ast
import unicodedata

import pytest

from tests.architecture.module import MODULES, PACKAGE, ROOT, Module

MAX_LINES = 400
ONE_LIST = {"refengine.ir.expressions": 800, "refengine.ir.game": 500}
"""The nodes of the IR stand in one list each: splitting a closed union would hide what it closes over."""
MAX_PUBLIC_NAMES = 8
NO_NOUN = {"util", "utils", "helper", "helpers", "common", "misc", "base", "shared", "stuff"}
GAMES = (
    "kaciri", "kacir", "hussit", "husit", "carcassonne", "heretic", "shrine", "palisad", "european war", "goofspiel", "tic-tac-toe", "tictactoe",
    "tic_tac_toe", "chess", "poker",
)  # fmt: skip
CZECH_LETTERS = set("áčďéěíňóřšťúůýž")
TALKS = {"print", "input", "breakpoint", "exit", "quit"}
REACHES_OUT = {
    ("sys", "argv"), ("sys", "exit"), ("sys", "stdin"), ("sys", "stdout"), ("sys", "stderr"),
    ("os", "environ"), ("os", "getenv"), ("os", "_exit"),
    ("time", "time"), ("time", "monotonic"), ("time", "perf_counter"), ("time", "sleep"),
    ("time", "process_time"), ("time", "thread_time"), ("time", "time_ns"), ("time", "monotonic_ns"), ("time", "perf_counter_ns"),
    ("time", "process_time_ns"), ("time", "thread_time_ns"), ("os", "times"), ("os", "getloadavg"), ("resource", "getrusage"),
    ("signal", "alarm"), ("signal", "setitimer"), ("threading", "Timer"),
    ("datetime", "now"), ("datetime", "today"), ("datetime", "utcnow"), ("date", "today"),
}  # fmt: skip
LOOKS_AT_A_CLOCK = {
    "Solver", "SolverFor", "Optimize", "Fixpoint", "TryFor", "ParOr", "ParThen", "ParAndThen", "With", "WithParams", "Repeat",
    "set_param", "set_option", "Z3_global_param_set",
}  # fmt: skip
"""What z3 has whose answers depend on time, or which may be given a limit of time where nobody sees it."""


ON_PATHS = {
    "write_text", "write_bytes", "touch", "mkdir", "rmdir", "rename", "unlink", "symlink_to", "hardlink_to", "chmod",
}  # fmt: skip
"""What a path does that changes something on a disk."""
HARMLESS = {
    "os.fsencode", "os.fsdecode", "os.fspath", "os.sched_getaffinity", "os.cpu_count", "os.nice", "os.dup2", "io.BytesIO", "io.StringIO", "sys.stdin.reconfigure",
    "ctypes.c_void_p", "ctypes.addressof", "ctypes.cast", "ctypes.sizeof", "ctypes.create_string_buffer",
    "os.stat", "os.fstat", "os.scandir", "os.getcwd", "os.environ.get",
}  # fmt: skip
DOORS = {
    "os",
    "shutil",
    "tempfile",
    "io",
    "mmap",
    "shelve",
    "dbm",
    "sqlite3",
    "zipfile",
    "tarfile",
    "ctypes",
    "logging",
    "subprocess",
}
"""Modules by which one can come to a disk."""
READS = {"r", "rb", "rt"}


def is_entrance(module: Module) -> bool:
    return module.layer in {"cli", "__main__"}


def plain(text: str) -> str:
    """In small letters and without accents, since a game may be misspelt in either way."""
    return "".join(char for char in unicodedata.normalize("NFD", text.casefold()) if not unicodedata.combining(char))


def test_modules_are_short() -> None:
    long = {
        module.name: lines
        for module in MODULES
        if (lines := module.text.count("\n")) > ONE_LIST.get(module.name, MAX_LINES)
    }
    assert long == {}


def test_modules_are_named_after_something() -> None:
    nameless = [module.name for module in MODULES if NO_NOUN & set(module.name.replace("_", ".").split("."))]
    assert nameless == []


def test_modules_say_what_is_in_them() -> None:
    assert [module.name for module in MODULES if not ast.get_docstring(module.tree)] == []


def test_a_package_lists_its_public_names_and_does_nothing_else() -> None:
    for module in MODULES:
        if module.path.name != "__init__.py" or module.path.parent == PACKAGE:
            continue
        listed = [
            node
            for node in module.tree.body
            if not isinstance(node, ast.ImportFrom)
            and not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))
            and not (isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__")
        ]
        names = [alias.name for node in module.tree.body if isinstance(node, ast.ImportFrom) for alias in node.names]
        assert listed == [], module.name
        assert len(names) <= MAX_PUBLIC_NAMES, module.name


def test_imports_stand_at_the_top() -> None:
    """But for the command line, which imports late so that `--version` need not wait for the solver."""
    inside = [
        module.at(node.lineno)
        for module in MODULES
        if module.layer != "cli"
        for function in module.nodes
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        for node in ast.walk(function)
        if isinstance(node, ast.Import | ast.ImportFrom)
    ]
    assert inside == []


def test_nothing_is_global() -> None:
    changed = [module.at(node.lineno) for module in MODULES for node in module.nodes if isinstance(node, ast.Global)]
    assert changed == []


def test_only_the_command_line_talks() -> None:
    talking = [
        module.at(node.lineno)
        for module in MODULES
        if not is_entrance(module)
        for node in module.nodes
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in TALKS
    ]
    assert talking == []


def test_only_the_command_line_sees_the_world() -> None:
    """And one module that says where things are kept, as the library says it that is asked where this is not plain."""
    reaching = []
    for module in MODULES:
        if is_entrance(module) or module.name == "refengine.source.package":
            continue
        for node in module.nodes:
            match node:
                case ast.Attribute(value=ast.Name(id=owner), attr=name) if (owner, name) in REACHES_OUT:
                    reaching.append(f"{module.at(node.lineno)}: {owner}.{name}")
                case ast.ImportFrom(module=str(owner), names=names):
                    reaching += [
                        f"{module.at(node.lineno)}: {owner}.{alias.name}"
                        for alias in names
                        if (owner, alias.name) in REACHES_OUT
                    ]
                case _:
                    pass
    assert reaching == []


def clocks(tree: ast.AST) -> list[str]:
    """What is asked of z3 whose answer depends on how fast it goes, and words that set a limit of time."""
    annotated = {
        *(id(each.annotation) for each in ast.walk(tree) if isinstance(each, ast.arg | ast.AnnAssign)),
        *(id(each.returns) for each in ast.walk(tree) if isinstance(each, ast.FunctionDef)),
    }
    found = []
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=ast.Name(id="z3"), attr=name) if (
                name in LOOKS_AT_A_CLOCK and id(node) not in annotated
            ):
                found.append(name)
            case ast.Constant(value=str(text)) if "timeout" in text and " " not in text:
                found.append(text)
            case ast.keyword(arg=str(name)) if "timeout" in name:
                found.append(name)
            case _:
                pass
    return found


def test_no_clock_decides_a_question() -> None:
    """Limits are resource units: a limit of time would be met on a busy machine, and not on an idle one.

    Who knocks at another machine waits so long for a door to open: behind one that stays shut no question is asked.
    """
    asking = (each for each in MODULES if not is_entrance(each) and each.name != "refengine.cluster.crew")
    assert [f"{each.name}: {name}" for each in asking for name in clocks(each.tree)] == []


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("z3.Solver(ctx=c)", ["Solver"]), ("solver.set('timeout', 9)", ["timeout"]), ("solver.set(timeout=9)", ["timeout"]),
        ("p = {'smt.timeout': 1}", ["smt.timeout"]), ("z3.TryFor(t, 100)", ["TryFor"]), ("z3.SimpleSolver(ctx=c)", []),
        ("def f(s: z3.BoolRef): s.set('rlimit', 9)", []),
    ],
)  # fmt: skip
def test_a_clock_is_seen(code: str, found: list[str]) -> None:
    assert clocks(ast.parse(code)) == found


def writes(call: ast.Call) -> bool:
    """Returns whether a call may change something on a disk; who opens without saying how, reads."""
    whole = ast.unparse(call.func)
    if whole.partition(".")[0] in DOORS:
        return whole not in HARMLESS and not whole.startswith("os.path.")
    name = whole.rpartition(".")[2]
    if name == "open":
        given = [*call.args, *(each.value for each in call.keywords if each.arg == "mode")]
        modes = {each.value for each in given if isinstance(each, ast.Constant) and isinstance(each.value, str)}
        return any(set(each) <= set("rwxabt+") and each not in READS for each in modes)
    # A text is replaced by two words, a path by one.
    return name in ON_PATHS or (name == "replace" and len(call.args) == 1 and not call.keywords)


@pytest.mark.parametrize(
    ("code", "is_one"),
    [
        ("open(p)", False), ("open(p, 'rb')", False), ("p.open('rb')", False), ("text.replace('a', 'b')", False), ("write_file(p, t)", False),
        ("open(p, 'w')", True), ("open(p, mode='r+')", True), ("p.open('ab')", True), ("os.open(p, flags)", True), ("p.write_text(t)", True),
        ("p.replace(q)", True), ("os.replace(p, q)", True), ("shutil.rmtree(p)", True), ("p.mkdir()", True), ("tempfile.mkstemp()", True),
    ],
)  # fmt: skip
def test_what_writes_is_seen(code: str, is_one: bool) -> None:
    (call,) = (node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Call))
    assert writes(call) is is_one


def test_one_module_changes_what_is_on_a_disk() -> None:
    """But for the entrance, which opens nothing where nobody listens any more, what git is asked to say, the allocator, calls of z3, calls of modules and loggers."""
    others = [module for module in MODULES if module.name != "refengine.source.files"]
    writing = {
        (module.name, ast.unparse(node))
        for module in others
        for node in module.nodes
        if isinstance(node, ast.Call) and writes(node)
    }
    assert writing == {
        ("refengine.cli.entrance", "os._exit(code)"),
        ("refengine.cli.streams", "os.open(os.devnull, os.O_WRONLY)"),
        ("refengine.smt.solving.allocation", "ctypes.CDLL(None)"),
        ("refengine.smt.solving.calls", "ctypes.PYFUNCTYPE(makes, ctypes.c_void_p, *takes)"),
        ("refengine.smt.solving.calls", "ctypes.PYFUNCTYPE(makes, ctypes.c_void_p, *takes)(address)"),
        ("refengine.bulk.calls", "ctypes.CFUNCTYPE(None, pointer)"),
        ("refengine.cli.commits", "os.environ.items()"),
        ("refengine.cluster.crew", "logging.getLogger(name)"),
        ("refengine.cluster.crew", "logging.getLogger(name).setLevel(logging.CRITICAL)"),
        (
            "refengine.cli.commits",
            "subprocess.run(['git', '-C', folder, *words], input=given, env=own, capture_output=True, check=False)",
        ),
    }
    by_name = [
        module.at(node.lineno)
        for module in others
        for node in module.nodes
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] in DOORS
    ]
    assert by_name == []


def test_no_game_is_named() -> None:
    texts = {module.name: module.text for module in MODULES}
    texts |= {
        str(path.relative_to(ROOT)): path.read_text(encoding="utf-8") for path in (ROOT / "grammar").glob("*.lark")
    }
    named = [(name, game) for name, text in texts.items() for game in GAMES if game in plain(text)]
    assert named == []


def test_no_word_is_czech() -> None:
    assert [module.name for module in MODULES if CZECH_LETTERS & set(module.text.casefold())] == []
