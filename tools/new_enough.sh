# Whether this is a Python that Tablée runs on; if not, says so and how to get one.
version=$("$1" -c 'import sys; print("%d.%d" % sys.version_info[:2]); sys.exit(sys.version_info < (3, 11))' 2> /dev/null) && exit
if [ -n "$version" ]; then
    echo "Tablée needs Python 3.11 or newer, and $1 is Python $version."
else
    echo "Tablée needs Python 3.11 or newer, and there is none that is called $1."
fi >&2
echo "Install one (Debian, Ubuntu: apt install python3 python3-venv; macOS: brew install python)," \
    "or say where it is: make PYTHON=/path/to/python3.12 play" >&2
exit 2
