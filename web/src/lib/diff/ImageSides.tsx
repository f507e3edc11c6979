import type { DiffText } from '../api.gen'
import css from './ImageSides.module.css'

/** ImageSides is an image before and after. */
export function ImageSides({ text }: { text: DiffText }) {
  const sides = [
    { name: 'Before', data: text.old_image },
    { name: 'After', data: text.new_image },
  ]
  return (
    <div className={css.images}>
      {sides.map(({ name, data }) => (
        <figure key={name}>
          <figcaption>{name}</figcaption>
          {data ? (
            <img src={`data:${text.media};base64,${data}`} alt={`${text.path}, ${name.toLowerCase()}`} />
          ) : (
            <p className="dim">no image</p>
          )}
        </figure>
      ))}
    </div>
  )
}
