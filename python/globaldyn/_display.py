"""The page of `globaldyn report`, in notebooks and browsers."""

from __future__ import annotations

import html
import tempfile
import webbrowser
from pathlib import Path
from typing import Any

from . import _globaldyn


class Page:
    """A document for the browser that needs nothing else: no network, no server."""

    def __init__(self, document: str) -> None:
        """Of its text, HTML."""
        self.document = document
        self._is_shown = False  # below a cell already, of which it may be the value, too

    def save(self, file: str) -> None:
        """Writes it to a file."""
        Path(file).write_text(self.document, encoding="utf-8")

    def __repr__(self) -> str:
        """One line."""
        return f"<Page of {len(self.document) / 1e6:.2g} MB>"

    def _repr_html_(self, height: int = 700) -> str | None:
        if self._is_shown:
            self._is_shown = False
            return None
        return (
            f'<iframe srcdoc="{html.escape(self.document)}" '
            f'style="width: 100%; height: {height}px; border: 0"></iframe>'
        )


def make_page(result: Any) -> Page:
    """What the command `report` makes of a result."""
    with tempfile.TemporaryDirectory() as folder:
        file = str(Path(folder) / "report.html")
        if isinstance(result, _globaldyn.Study):
            _globaldyn.write_report(result.file, file)
        else:
            result.write(folder)
            _globaldyn.write_report(folder, file)
        return Page(Path(file).read_text(encoding="utf-8"))


def _is_in_notebook() -> bool:
    try:
        from IPython import get_ipython  # type: ignore[import-not-found,unused-ignore]
    except ImportError:
        return False
    shell = get_ipython()
    return shell is not None and hasattr(shell, "kernel")


def show(result: Any) -> Page:
    """`result.show()`."""
    page = make_page(result)
    if _is_in_notebook():
        from IPython.display import display  # type: ignore[import-not-found,unused-ignore]

        display(page)  # type: ignore[no-untyped-call,unused-ignore]
        page._is_shown = True
    else:
        with tempfile.NamedTemporaryFile(suffix=".html", delete=False) as file:
            file.write(page.document.encode("utf-8"))
        if not webbrowser.open(Path(file.name).as_uri()):
            print(f"no browser could be opened: the page is {file.name}")
    return page


def show_machine(machine: Any) -> Page:
    """`machine.show()`."""
    return show(machine.evaluate())


def represent(result: Any) -> str:
    """`result._repr_html_()`: the page; one line where the package was built without it."""
    try:
        return make_page(result)._repr_html_() or ""
    except _globaldyn.Error:
        return f"<code>{html.escape(repr(result))}</code>"
