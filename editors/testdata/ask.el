;;; ask.el --- What Emacs makes of texts, for the tests  -*- lexical-binding: t; -*-

;; Reads from standard input one text a line, as JSON, and prints for each an answer, a line, as JSON.

(require 'json)
(require 'molly-mode)

(defun ask--each (answer)
  "Print what ANSWER says in a buffer with each of the texts."
  (let ((line nil))
    (while (setq line (ignore-errors (read-from-minibuffer "")))
      (with-temp-buffer
        (insert (json-read-from-string line))
        (molly-mode)
        (princ (json-encode (funcall answer)))
        (terpri)))))

(defun ask-faces ()
  "Print the faces: a list of [first character, behind the last one, face]."
  (ask--each
   (lambda ()
     (font-lock-ensure)
     (let ((runs '()) (at (point-min)))
       (while (< at (point-max))
         (let ((end (next-single-property-change at 'face nil (point-max)))
               (face (get-text-property at 'face)))
           (when face
             (push (vector (1- at) (1- end) (format "%s" face)) runs))
           (setq at end)))
       (vconcat (nreverse runs))))))

(defun ask-indented ()
  "Print the text with all lines indented anew."
  (ask--each
   (lambda ()
     (let ((inhibit-message t))
       (indent-region (point-min) (point-max)))
     (buffer-string))))
