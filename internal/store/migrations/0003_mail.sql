-- Mail from a seat to a seat of the same canvas. The document is package mail's;
-- the columns are what is searched for, and follow from it.
CREATE TABLE mails (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    canvas    TEXT    NOT NULL,
    from_node TEXT    NOT NULL,
    to_node   TEXT    NOT NULL,
    key       TEXT,             -- the sender's, so that a send that is repeated is one mail
    listed    INTEGER NOT NULL, -- in the mailbox: it was not ended
    unread    INTEGER NOT NULL, -- in the mailbox, and not read
    waits     INTEGER NOT NULL, -- still to be typed
    typing    INTEGER NOT NULL, -- begun, and not known how it went
    typed     INTEGER NOT NULL, -- when; 0: not yet
    doc       TEXT    NOT NULL
) STRICT;
CREATE INDEX mails_inbox ON mails (canvas, to_node, id) WHERE listed;
CREATE INDEX mails_unread ON mails (canvas, to_node) WHERE unread;
CREATE INDEX mails_outbox ON mails (canvas, from_node, id);
CREATE UNIQUE INDEX mails_key ON mails (canvas, from_node, key) WHERE key IS NOT NULL;
CREATE INDEX mails_waiting ON mails (canvas, to_node, id) WHERE waits;
CREATE INDEX mails_typing ON mails (id) WHERE typing;
CREATE INDEX mails_typed ON mails (canvas, typed) WHERE typed > 0;
