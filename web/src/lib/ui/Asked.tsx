import { FormDialog } from './FormDialog'
import { Question } from './Question'
import { Waiting } from './Waiting'

/** Asked is what the person has to answer: the page's questions, and the daemon's. */
export function Asked() {
  return (
    <>
      <FormDialog />
      <Question />
      <Waiting />
    </>
  )
}
