# Sets up what playing needs in this checkout, if something is missing or was changed.
# One at a time (who comes second waits), and whatever MAKEFLAGS say, for steps that are seen one by one.
cd "$(dirname "$0")/.." || exit
export MAKEFLAGS=
served=build/compiled/.pages
if ! command -v make > /dev/null; then
    echo "Tablée is set up by make, which is not here: apt install make, dnf install make, xcode-select --install …" >&2
    exit 2
fi
make -rsq $served > /dev/null 2>&1 && exit
python=${PYTHON:-python3}
sh tools/new_enough.sh "$python" && exec "$python" tools/step.py --alone -- make -rs $served >&2
