ls *.whl

python3 -m venv venv

. venv/bin/activate

pip install --quiet --disable-pip-version-check globaldyn-*.whl
