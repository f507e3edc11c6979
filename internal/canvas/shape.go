package canvas

// Shapes are a document and its edits as they are on the wire, for those who
// write types or schemas of them.
type Shapes struct {
	Document wireDocument
	Ops      []OpShape
}

// OpShape is an operation: its name, and a zero value of what it carries.
type OpShape struct {
	Name string
	Zero Action // of SetNode and SetEdge the wire carries the id and a merge patch
}

// WireShapes are the shapes.
func WireShapes() Shapes {
	s := Shapes{}
	for _, o := range ops {
		s.Ops = append(s.Ops, OpShape{o.name, o.zero})
	}
	return s
}

// Values are all types of nodes.
func (Type) Values() []string {
	return []string{string(Text), string(File), string(Link), string(Group)}
}

// Values are all flags, in the order in which they are written.
func (Flag) Values() []string {
	all := make([]string, len(flagOrder))
	for i, f := range flagOrder {
		all[i] = string(f)
	}
	return all
}

// Values are all that may become of a process.
func (OnDelete) Values() []string { return []string{string(Detach), string(KillSession)} }

// Harnesses are the agent programs that a document may name, those that this
// build cannot start among them.
func Harnesses() []string { return append([]string(nil), harnesses...) }
