-- A run of Jun lasts from its start to its quit; ids of terminals and messages
-- count within one. last_message only grows, so an id is never given twice.
CREATE TABLE runs (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    keeper       TEXT    NOT NULL,
    started      INTEGER NOT NULL, -- times are Unix microseconds
    ended        INTEGER,          -- NULL while it lasts
    last_message INTEGER NOT NULL DEFAULT 0,
    last_top     INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE messages (
    run     INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    id      INTEGER NOT NULL,
    time    INTEGER NOT NULL,
    top     INTEGER NOT NULL, -- the list's order: the highest is first
    kind    TEXT    NOT NULL CHECK (kind IN ('ask', 'warn', 'done', 'info')),
    title   TEXT    NOT NULL,
    text    TEXT    NOT NULL,
    project TEXT    NOT NULL,
    link    TEXT    NOT NULL,
    unread  INTEGER NOT NULL CHECK (unread IN (0, 1)),
    PRIMARY KEY (run, id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX messages_top ON messages (run, top);

CREATE TABLE replies (
    run     INTEGER NOT NULL,
    message INTEGER NOT NULL,
    seq     INTEGER NOT NULL,
    time    INTEGER NOT NULL,
    text    TEXT    NOT NULL,
    PRIMARY KEY (run, message, seq),
    FOREIGN KEY (run, message) REFERENCES messages (run, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- The desk is one document, written whole. Each start of the daemon writes a
-- generation of its own, so that a bad restore never overwrites a good desk.
CREATE TABLE desks (
    generation INTEGER PRIMARY KEY AUTOINCREMENT,
    revision   INTEGER NOT NULL,
    saved      INTEGER NOT NULL,
    doc        BLOB    NOT NULL
) STRICT;

-- Secrets are kept as their SHA-256: whoever reads this file cannot log in.
CREATE TABLE login_codes (
    hash    BLOB    PRIMARY KEY CHECK (length(hash) = 32),
    created INTEGER NOT NULL,
    expires INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE sessions (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    hash      BLOB    NOT NULL UNIQUE CHECK (length(hash) = 32),
    label     TEXT    NOT NULL,
    created   INTEGER NOT NULL,
    last_used INTEGER NOT NULL,
    revoked   INTEGER -- NULL while it is good
) STRICT;

-- Terminals that have ended, to show their last screen and to offer their
-- session again.
CREATE TABLE ended (
    run      INTEGER NOT NULL,
    id       INTEGER NOT NULL,
    ended    INTEGER NOT NULL,
    title    TEXT    NOT NULL,
    project  TEXT    NOT NULL,
    dir      TEXT    NOT NULL,
    agent    TEXT    NOT NULL,
    session  TEXT    NOT NULL, -- empty when none was proven
    exit     TEXT    NOT NULL,
    cols     INTEGER NOT NULL,
    rows     INTEGER NOT NULL,
    snapshot BLOB    NOT NULL,
    taken    INTEGER, -- when its session was taken up again
    PRIMARY KEY (run, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX ended_session ON ended (agent, session) WHERE session <> '';
