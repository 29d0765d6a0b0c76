import { render } from 'preact';
import { App } from './shell/app';
import './style/tokens.css';
import './style/base.css';
import './style/parts.css';

render(<App />, document.getElementById('app')!);
