import './styles/base.css'
import { createRoot } from 'react-dom/client'
import { App } from './App'
import { start } from './lib/app/live'
import { startMarks } from './lib/notify/notify'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
startMarks()
start()
createRoot(root).render(<App />)
