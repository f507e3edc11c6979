-- Canvases. A node and an edge are a row each, so that moving one writes one;
-- their order of drawing is the order of place, which has room between rows.
CREATE TABLE canvases (
    id      INTEGER PRIMARY KEY AUTOINCREMENT,
    name    TEXT    NOT NULL UNIQUE,
    rev     INTEGER NOT NULL, -- grows with each change
    done    INTEGER NOT NULL, -- how far its history is in force; what is after it was undone
    played  INTEGER NOT NULL CHECK (played IN (0, 1)),
    created INTEGER NOT NULL, -- times are Unix microseconds
    changed INTEGER NOT NULL
) STRICT;

CREATE TABLE canvas_nodes (
    canvas INTEGER NOT NULL REFERENCES canvases (id) ON DELETE CASCADE,
    id     TEXT    NOT NULL,
    place  INTEGER NOT NULL,
    item   BLOB    NOT NULL, -- canonical JSON
    PRIMARY KEY (canvas, id)
) STRICT;

CREATE TABLE canvas_edges (
    canvas INTEGER NOT NULL REFERENCES canvases (id) ON DELETE CASCADE,
    id     TEXT    NOT NULL,
    place  INTEGER NOT NULL,
    item   BLOB    NOT NULL,
    PRIMARY KEY (canvas, id)
) STRICT;

-- The changes that can be undone and done again.
CREATE TABLE canvas_changes (
    canvas INTEGER NOT NULL REFERENCES canvases (id) ON DELETE CASCADE,
    seq    INTEGER NOT NULL, -- counts from 1
    time   INTEGER NOT NULL,
    change BLOB    NOT NULL,
    PRIMARY KEY (canvas, seq)
) STRICT;

-- Seats and regions that are paused themselves. That a canvas plays is not
-- stored: every start of the daemon is paused.
CREATE TABLE canvas_pauses (
    canvas INTEGER NOT NULL REFERENCES canvases (id) ON DELETE CASCADE,
    node   TEXT    NOT NULL,
    region INTEGER NOT NULL CHECK (region IN (0, 1)),
    PRIMARY KEY (canvas, node)
) STRICT, WITHOUT ROWID;

-- What a binding's processes were. A generation is never given twice, so the row
-- stays when the card, or its canvas, is deleted.
CREATE TABLE seats (
    binding    TEXT    PRIMARY KEY,
    canvas     INTEGER NOT NULL, -- of the last generation
    node       TEXT    NOT NULL,
    harness    TEXT    NOT NULL,
    generation INTEGER NOT NULL,
    session    TEXT    NOT NULL, -- what can be resumed; empty: nothing that is proved
    dir        TEXT    NOT NULL,
    started    INTEGER NOT NULL,
    ended      INTEGER           -- NULL while it runs, or when its end was not seen
) STRICT, WITHOUT ROWID;
