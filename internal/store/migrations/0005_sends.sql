-- Texts that programs send to agents. They last as long as the terminals' ids,
-- which count within a run. The document is package store's; open are those of
-- which it is not known how they ended.
CREATE TABLE sends (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    run      INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    key      TEXT    NOT NULL, -- the sender's, so that a send that is repeated is one
    terminal INTEGER NOT NULL,
    open     INTEGER NOT NULL,
    doc      TEXT    NOT NULL,
    UNIQUE (run, key)
) STRICT;
CREATE INDEX sends_open ON sends (run, id) WHERE open;
