"""`python -m globaldyn …` is the command `globaldyn …`."""

import os
import sys
from pathlib import Path


def main() -> None:
    """Becomes the program that the package carries."""
    program = Path(__file__).parent / "bin" / "globaldyn"
    os.execv(program, ["globaldyn", *sys.argv[1:]])


if __name__ == "__main__":
    main()
