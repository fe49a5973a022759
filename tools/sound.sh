# Whether .venv is still what it was made as: it knows its folder and its Python by path.
# The Makefile runs this each time, so it is nothing but a few lines for the shell.
[ -e .venv/.made ] && [ -w .venv ] || exit 0
here=$(pwd -P)
python=$(readlink -f .venv/bin/python)
{ read -r was_here && read -r was_python; } < .venv/.made || exit 0
if [ ! -x .venv/bin/python ] || [ "${python##*/}" != "$was_python" ]; then
    rm -f .venv/.playable # its Python is gone or is another one: .venv is made anew
elif [ "$here" != "$was_here" ]; then
    .venv/bin/python tools/moved.py "$was_here" "$here" && printf '%s\n' "$here" "$was_python" > .venv/.made
fi
