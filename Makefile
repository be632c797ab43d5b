# Two commands do everything on a fresh machine: `make run` plays the main job, `make test` tests.
# Needed beforehand: python3, python3-venv, make, git.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# A Pi's own picamera2 is compiled against the system's NumPy; see constraints-pi.txt.
PINS := $(shell $(PYTHON) -c "import picamera2" 2>/dev/null && echo constraints-pi.txt || echo constraints.txt)
# Looked at by tests only: beside the environment's packages, where it hides no picamera2 of the system.
PICAMERA2 := 0.3.38
DEMO := companion/demo/schmidt-afternoon

.PHONY: run messages wiring contracts play setup test test-all lint accuracy bench disturbed evening screenshots readme-pictures manual-pictures golden idle simulated-games train train-setup train-reader train-die test-matrix check-picamera2 check-install install uninstall units kill soak faults fuzz lock sbom audit clean

setup: $(VENV)/ready

# opencv-python needs libGL and GLib of the system; where they are missing its headless build does the same work
# (no window of OpenCV's is ever opened).
$(VENV)/ready: pyproject.toml $(PINS) Makefile
	$(PYTHON) -m venv --system-site-packages $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c $(PINS) -e ".[dev]"
	$(BIN)/python -c "import cv2" 2>/dev/null || { \
	  echo "opencv-python misses system libraries here; taking its headless build"; \
	  $(BIN)/python -m pip uninstall --quiet --yes opencv-python; \
	  $(BIN)/python -m pip install --quiet --disable-pip-version-check -c $(PINS) opencv-python-headless; }
	$(BIN)/python -c "import cv2, pygame, numpy" >/dev/null
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --upgrade --target $(VENV)/released "picamera2==$(PICAMERA2)" || \
	  echo "The released picamera2 cannot be fetched; the tests that look at it are skipped"
	touch $@

run: setup
	$(BIN)/companion watch --show $(DEMO) --out out/run

play: setup
	$(BIN)/companion play

# One process a core; each test process keeps to one thread.
PYTEST := OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 $(BIN)/python -m pytest -n auto --maxprocesses 4

test: setup
	$(PYTEST) -m "not slow"

test-all: setup
	$(PYTEST)

# Brings the catalogues of words up to date with the sources and compiles them (companion/manual/languages.md).
messages: setup
	$(BIN)/python -m companion.words.update_catalogues

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# FOLDERS: labelled pictures (a folder with truth.jsonl, or a .jsonl of photographs); default: all beside the project and in
# tests/data. SAVE: a folder for pictures of every mistake. MEASURE: more options (--json, --manual, --negatives, --settled).
accuracy: setup
	OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 $(BIN)/python -m companion.measuring.accuracy $(FOLDERS) $(if $(SAVE),--save $(SAVE)) $(MEASURE)

bench: setup
	OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 $(BIN)/python -m companion.measuring.bench
	$(BIN)/python -m companion.measuring.rules_bench

# Evenings with pushes, knocks, lamps, cups and hesitating hands, watched in memory and compared with their truth; scenes that
# fail go to out/disturbed.
SEEDS ?= 20
disturbed: setup
	OMP_NUM_THREADS=1 $(BIN)/python -m companion.measuring.disturbed --seeds $(SEEDS) --save out/disturbed

# Whole evenings, three games each, with everything people do, on two processes: the final records have to be the script's.
# Scenes that fail go to out/evening.
evening: SEEDS = 10
evening: setup
	OMP_NUM_THREADS=1 $(BIN)/python -m companion.measuring.evening --seeds $(SEEDS) --save out/evening

# Every screen in every language, size and light, also those that no game shows yet, to look at.
SCREENS ?= out/screens
screenshots: setup
	$(BIN)/python -m companion.app.screenshots $(SCREENS)

# The README's pictures, taken out of a game, and the manual's tour of the screens.
readme-pictures: setup
	$(BIN)/python -m companion.app.readme_pictures $(DEMO) companion/display/screenshots

manual-pictures: setup
	$(BIN)/python -m companion.app.manual_pictures

# The small pictures that the tests compare the screens with: look at `make screenshots` before they are committed.
golden: setup
	$(BIN)/python -m tests.golden_screens

# What the live program costs while nothing happens, in percent of a core, by thread: at a simulated table, and with a picture as
# what the camera sees. Needs a display, or xvfb-run.
MINUTES ?= 5
STILL ?= companion/demo/schmidt-afternoon/000001.jpg
VIRTUAL := $(if $(DISPLAY)$(WAYLAND_DISPLAY),,xvfb-run -a)
idle: setup
	$(VIRTUAL) $(BIN)/python -m companion.measuring.idle --minutes $(MINUTES)
	$(VIRTUAL) $(BIN)/python -m companion.measuring.idle --minutes $(MINUTES) --picture $(STILL)

# Three games of 200 plies from the simulated camera, watched through the whole pipeline and compared with their truth.
simulated-games: setup
	$(BIN)/python -m companion.measuring.games --plies 200 --seeds 1 2 3

# Makes the weights of reader and die anew, from scratch: on two cores half an hour for the pictures, an hour for the training.
# RENDERS holds rendered stills. Results go to out/train; copy them when `make accuracy` likes them better.
RENDERS ?= ../shared/renders
TRAINING := $(BIN)/python -m companion.vision.training
train: train-reader train-die

train-setup: setup
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c $(PINS) -e ".[train]"
	mkdir -p out/train

train-reader: train-setup
	$(TRAINING).dataset --out out/train/renders.npz --renders $(RENDERS)/schmidt-4-more --views 6 --seed 1
	$(TRAINING).dataset --out out/train/others.npz --renders $(RENDERS)/six-48-more $(RENDERS)/ludo-40-more --views 6 --seed 2
	$(TRAINING).dataset --out out/train/hands.npz --hands $(RENDERS)/schmidt-4-sequence --views 4 --seed 5
	$(TRAINING).dataset --out out/train/schmidt.npz --boards schmidt-4 --simulated 400 --views 2 --seed 11
	$(TRAINING).dataset --out out/train/all.npz --boards chinczyk-48 ludo-mdga56 six-48 schmidt-4 ludo-40 --simulated 430 --views 2 --seed 41
	$(TRAINING).dataset --out out/train/more.npz --boards chinczyk-48 ludo-40 six-48 chinczyk-48 ludo-mdga56 --simulated 500 --views 2 --seed 42
	$(TRAINING).dataset --out out/train/validation.npz --boards ludo-mdga56 chinczyk-48 six-48 ludo-40 schmidt-4 --simulated 60 --views 1 --seed 78
	$(TRAINING).train --out out/train/reader.npz --steps 20000 --rate 2e-3 --seed 1 \
	  --data out/train/renders.npz out/train/others.npz out/train/hands.npz out/train/schmidt.npz out/train/all.npz out/train/more.npz \
	  --weights 0.17 0.17 0.04 0.12 0.23 0.27 --validation out/train/validation.npz

TABLES := $(foreach set,schmidt-4-more ludo-40-more six-48-more schmidt-4-sequence,$(RENDERS)/$(set))
train-die: train-setup
	for seed in 1 2; do $(TRAINING).die_scenes --out out/train/dice-$$seed.npz --tables $(TABLES) --count 5000 --seed $$seed || exit 1; done
	$(TRAINING).die_where_training --scenes out/train/dice-1.npz out/train/dice-2.npz --out out/train/die_where.npz
	$(TRAINING).die_training --scenes out/train/dice-1.npz out/train/dice-2.npz --where out/train/die_where.npz --out out/train/die_first.npz
	$(TRAINING).die_training --scenes out/train/dice-1.npz out/train/dice-2.npz --where out/train/die_where.npz --out out/train/die_look.npz \
	  --start out/train/die_first.npz --before out/train/die_first.npz

# The wiring plan, drawn from the table the program reads; and what was tried with which device, as a table.
wiring: setup
	$(BIN)/python -m hardware.wiring

contracts: setup
	$(BIN)/python -m tests.contract_table

# The tests on each pair of Python (3.11, 3.13), OpenCV (4.10, 5.0) and pygame (pygame, pygame-ce) that can be installed here;
# ONLY="3.13 pygame-ce" takes those with both words in their name.
test-matrix:
	$(PYTHON) tests/matrix.py $(foreach word,$(ONLY),--only $(word))

# The Pi's driver on the real picamera2 and libcamera's virtual camera, in a Debian of its own: root, debootstrap, 1.1 GB, 5 minutes.
check-picamera2:
	PICAMERA2=$(PICAMERA2) tests/check_picamera2.sh

# For good, with a service or the desktop's autostart: see install.sh --help.
install:
	./install.sh $(INSTALL)

uninstall:
	./install.sh --uninstall

# The installer's steps in a clean Debian: root, debootstrap, 1.6 GB, 5 minutes.
check-install:
	tests/check_install.sh

# The systemd units: no complaint, exposure 2.0 at most. Needs systemd-analyze.
units:
	systemd/check.sh

# A game killed at random moments, on a card that forgets what was not synced.
KILLS ?= 500
kill: setup
	$(BIN)/python -m companion.measuring.kill --kills $(KILLS)

# Hours of evenings at the simulated table in minutes: memory, files, threads and time a frame stay flat. Numbers and a plot in out/soak.
HOURS ?= 8
soak: setup
	OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 $(BIN)/python -m companion.measuring.soak --hours $(HOURS) --out out/soak

# Everything that may break on a shelf, each test by its name.
faults: setup
	OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 $(BIN)/python -m pytest -m fault -v

# Damaged copies of good files for every parser of what comes from outside; ENGINE=atheris looks for inputs that reach new lines.
SECONDS ?= 600
fuzz: setup
ifeq ($(ENGINE),atheris)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c $(PINS) -e ".[fuzz]"
	OMP_NUM_THREADS=1 $(BIN)/python -m companion.measuring.fuzz_atheris --seconds $(SECONDS)
else
	OMP_NUM_THREADS=1 $(BIN)/python -m companion.measuring.fuzz --seconds $(SECONDS)
endif

# The lock files that install.sh takes, from pyproject.toml and the pins.
LOCK := out/lock-tool/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-annotate --no-header
lock:
	$(PYTHON) -m venv out/lock-tool
	out/lock-tool/bin/python -m pip install --quiet --disable-pip-version-check "uv==0.13.9"
	tests/lock.sh "$(LOCK)"

# What the program is made of, as CycloneDX, with licences: out/sbom.json. From an environment of nothing but what the lock names.
sbom: setup
	mkdir -p out
	$(PYTHON) -m venv --clear --without-pip out/sbom-env
	$(BIN)/python -m pip --python out/sbom-env/bin/python install --quiet --disable-pip-version-check --no-deps --require-hashes -r locked.txt
	$(PYTHON) -m venv out/sbom-tool
	out/sbom-tool/bin/python -m pip install --quiet --disable-pip-version-check "cyclonedx-bom==7.5.0"
	out/sbom-tool/bin/cyclonedx-py environment --pyproject pyproject.toml --output-reproducible --output-file out/sbom.json out/sbom-env/bin/python

# Known vulnerabilities of the locked versions; where PyPI's data of them cannot be reached, what is installed against the lock.
audit: setup
	$(PYTHON) -m venv out/audit-tool
	out/audit-tool/bin/python -m pip install --quiet --disable-pip-version-check "pip-audit==2.10.1"
	$(BIN)/python tests/audit.py out/audit-tool/bin/pip-audit

clean:
	rm -rf $(VENV) out .mypy_cache .pytest_cache .ruff_cache .hypothesis *.egg-info
