"""For mkdocs: what lies beside docs/ is named, not linked; Python's names come from docstrings."""

import os
import re
import subprocess
import sys

LINK = re.compile(r"(!?)\[([^\]]*)\]\((\.\./[^)\s]+)\)")


def on_page_markdown(markdown, page, config, files):
    """Links out of the manual become the files' names in the source; pictures are left out."""

    def tell(match):
        picture, text, target = match.groups()
        where = os.path.normpath(os.path.join("docs", target))
        if picture:
            return f"*({text}: `{where}`)*"
        return text if text.strip("`") == where else f"{text} (`{where}`)"

    return LINK.sub(tell, markdown)


def on_pre_build(config):
    """Writes docs/python_names.md of the package that is importable."""
    folder = os.path.dirname(os.path.abspath(__file__))
    subprocess.run([sys.executable, os.path.join(folder, "python_names.py"),
                    os.path.join(config["docs_dir"], "python_names.md")], check=True)
