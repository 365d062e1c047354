;;; dump.el --- Print the faces of texts, for the tests  -*- lexical-binding: t; -*-

;; Reads from standard input one text a line, as JSON strings, and prints for each a line: a list of
;; [first character, behind the last one, face].

(require 'json)
(require 'molly-mode)

(defun molly-dump (text)
  "Return the faces of TEXT."
  (with-temp-buffer
    (insert text)
    (molly-mode)
    (font-lock-ensure)
    (let ((runs '()) (at (point-min)))
      (while (< at (point-max))
        (let ((end (next-single-property-change at 'face nil (point-max)))
              (face (get-text-property at 'face)))
          (when face
            (push (vector (1- at) (1- end) (format "%s" face)) runs))
          (setq at end)))
      (vconcat (nreverse runs)))))

(let ((line nil))
  (while (setq line (ignore-errors (read-from-minibuffer "")))
    (princ (json-encode (molly-dump (json-read-from-string line))))
    (terpri)))
