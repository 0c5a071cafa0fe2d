"""The notebooks of docs/notebooks, from their first cell to their last, in a kernel of their own."""

from pathlib import Path

import pytest

nbclient = pytest.importorskip("nbclient")
nbformat = pytest.importorskip("nbformat")

NOTEBOOKS = sorted((Path(__file__).parents[2] / "docs" / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
def test_notebook(file, tmp_path, monkeypatch):
    monkeypatch.delenv("MPLBACKEND", raising=False)  # pictures as notebooks show them
    notebook = nbformat.read(file, as_version=4)
    nbformat.validate(notebook)
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert all(not cell.outputs for cell in cells), "expected notebooks without outputs"
    client = nbclient.NotebookClient(
        notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}
    )
    client.execute()
    kinds = {output.output_type for cell in cells for output in cell.outputs}
    assert "error" not in kinds
    pictures = [
        output
        for cell in cells
        for output in cell.outputs
        if "image/png" in output.get("data", {})
    ]
    assert pictures, "expected pictures"
