/** PathName is a path of which the folders give way before the name does. */
export function PathName({ path }: { path: string }) {
  const at = path.lastIndexOf('/') + 1
  return (
    <span className="path mono" title={path}>
      {at > 0 && <span className="dim cut">{path.slice(0, at)}</span>}
      <span className="cut">{path.slice(at)}</span>
    </span>
  )
}
