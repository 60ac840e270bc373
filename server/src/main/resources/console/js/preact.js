// The one place that knows where the vendored library is.
export {
  html, render, createContext,
  useCallback, useContext, useEffect, useErrorBoundary, useLayoutEffect, useMemo, useRef, useState,
} from '../vendor/htm/standalone.module.js';
