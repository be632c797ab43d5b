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

.PHONY: run play samples setup test test-all lint accuracy bench screenshots simulated-games train test-matrix check-picamera2 clean

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

# The README's pictures, taken out of a game.
screenshots: setup
	$(BIN)/python -m companion.app.readme_pictures $(DEMO) companion/display/screenshots

# Every screen the display can draw, in every language, size and light, also those that no game shows yet, to look at.
samples: setup
	$(BIN)/python -m companion.app.screenshots out/samples

# Three games of 200 plies from the simulated camera, watched through the whole pipeline and compared with their truth.
simulated-games: setup
	$(BIN)/python -m companion.measuring.games --plies 200 --seeds 1 2 3

# Makes the reader's weights anew: 20 minutes for the pictures, 15 for the training on two cores. RENDERS holds rendered stills.
RENDERS ?= ../shared/renders
DATASET := $(BIN)/python -m companion.vision.training.dataset
train: setup
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c $(PINS) -e ".[train]"
	mkdir -p out/train
	$(DATASET) --out out/train/renders.npz --renders $(RENDERS)/schmidt-4-more --views 6 --seed 1
	$(DATASET) --out out/train/hands.npz --hands $(RENDERS)/schmidt-4-sequence --views 4 --seed 5
	$(DATASET) --out out/train/simulated-2.npz --simulated 500 --views 2 --seed 2
	$(DATASET) --out out/train/simulated-3.npz --simulated 500 --views 2 --seed 3
	$(DATASET) --out out/train/validation.npz --simulated 60 --views 1 --seed 77
	$(BIN)/python -m companion.vision.training.train --out out/train/reader.npz --steps 6000 --rate 2e-3 --seed 1 \
	  --data out/train/renders.npz out/train/hands.npz out/train/simulated-2.npz out/train/simulated-3.npz \
	  --weights 0.4 0.1 0.25 0.25 --validation out/train/validation.npz
	@echo "out/train/reader.npz is ready; copy it to companion/vision/models/ when make accuracy likes it better"

# The tests on each pair of Python (3.11, 3.13), OpenCV (4.10, 5.0) and pygame (pygame, pygame-ce) that can be installed here;
# ONLY="3.13 pygame-ce" takes those with both words in their name.
test-matrix:
	$(PYTHON) tests/matrix.py $(foreach word,$(ONLY),--only $(word))

# The Pi's driver on the real picamera2 and libcamera's virtual camera, in a Debian of its own: root, debootstrap, 1.1 GB, 5 minutes.
check-picamera2:
	PICAMERA2=$(PICAMERA2) tests/check_picamera2.sh

clean:
	rm -rf $(VENV) out .mypy_cache .pytest_cache .ruff_cache .hypothesis *.egg-info
