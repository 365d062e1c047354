;;; molly-mode.el --- Dedalus, the language of Molly  -*- lexical-binding: t; -*-

;; Version: 0.1.0
;; Package-Requires: ((emacs "26.1"))
;; Keywords: languages

;;; Commentary:

;; A major mode for .ded files: colours, comments, indentation, and `molly lsp' through eglot.
;;
;;   (add-to-list 'load-path ".../editors/emacs")
;;   (require 'molly-mode)
;;   (add-hook 'molly-mode-hook #'eglot-ensure)   ; Emacs 29, or the package eglot
;;
;; Without a server, `molly-verify' (C-c C-v) runs `molly verify' on the file, and `molly-format'
;; (C-c C-f) runs `molly fmt'.

;;; Code:

(eval-when-compile (require 'subr-x))

(defgroup molly nil
  "Dedalus, the language of Molly."
  :group 'languages)

(defcustom molly-program "molly"
  "The program molly."
  :type 'string)

(defcustom molly-indent-offset 4
  "How far the second line of a clause is indented."
  :type 'integer
  :safe #'integerp)

(defconst molly--name "[A-Za-z_][A-Za-z0-9_.?]*"
  "A regular expression for names.")

(defconst molly--builtins '("crash" "outage" "boot" "member" "now"))

(defconst molly--invariants '("pre" "post" "never"))

(defvar molly-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?/ ". 124b" table)
    (modify-syntax-entry ?* ". 23" table)
    (modify-syntax-entry ?\n "> b" table)
    (modify-syntax-entry ?\" "\"" table)
    (modify-syntax-entry ?\\ "\\" table)
    (dolist (c '(?_ ?. ??))
      (modify-syntax-entry c "_" table))
    (dolist (c '(?+ ?- ?% ?< ?> ?= ?! ?@ ?: ?, ?\; ?& ?|))
      (modify-syntax-entry c "." table))
    table))

(defconst molly--open-string "\\(\"\\)\\(?:\\\\.\\|[^\"\\\\\n]\\)*\\\\?$"
  "A string that does not end on its line, unless it begins inside another one.")

(defun molly--inside (pos)
  "Return whether POS is inside a string or a comment."
  (save-excursion (save-match-data (nth 8 (syntax-ppss pos)))))

;; A string that does not end on its line ends there, and so does its clause, as it does for the tool.
(defun molly--propertize (start end)
  "Make the quotes of open strings between START and END punctuation."
  (goto-char start)
  (while (re-search-forward molly--open-string end t)
    (let ((quote (match-beginning 1)))
      (if (molly--inside quote)
          (goto-char (1+ quote))
        (put-text-property quote (1+ quote) 'syntax-table (string-to-syntax "."))
        (put-text-property quote (line-end-position) 'molly-open t)
        (goto-char (line-end-position))))))

(defun molly--clause-start (pos)
  "Return where the clause begins that POS is in: behind the last one."
  (save-excursion
    (goto-char pos)
    (let ((start nil))
      (while (not start)
        (cond ((not (re-search-backward "[;\"]" nil t))
               (setq start (point-min)))
              ((get-text-property (point) 'molly-open)
               (setq start (min pos (line-end-position))))
              ((and (eq (char-after) ?\;) (not (molly--inside (point))))
               (setq start (1+ (point))))))
      start)))

;; What a name is follows from where it stands in its clause.  So names are not found by a regular
;; expression, but by going over the tokens, from where the last search ended.

(defvar-local molly--scan nil
  "Where the scan of names has come to, and what it knows there.
A list: the position, how many parentheses are open, whether that is behind
`:-', how many tokens of the clause come before, the last of them, and the word
that begins a declaration.")

(defvar molly--found nil
  "The face of the name that `molly--next-name' has found.")

(defconst molly--token
  (concat molly--name "\\|[0-9]+\\|:-\\|\"\\(?:\\\\.\\|[^\"\\\n]\\)*\\(?:\"\\|\\\\?$\\)\\|//.*\\|/\\*\\|[^ \t\r\n\f\v]")
  "A regular expression for tokens; of a comment in stars, its beginning.")

(defun molly--next-name (limit)
  "Find the next name before LIMIT, and put its face into `molly--found'."
  (let ((target (point)))
    (unless (eq (car molly--scan) target)
      (goto-char (molly--clause-start target))
      (setq molly--scan (list (point) 0 nil 0 nil nil)))
    (pcase-let ((`(,_ ,depth ,body ,count ,last ,declares) molly--scan)
                (found nil))
      (while (and (not found) (re-search-forward molly--token limit t))
        (let* ((from (match-beginning 0))
               (token (match-string-no-properties 0))
               (name (string-match-p "\\`[A-Za-z_]" token))
               (comment (string-match-p "\\`/[/*]" token))
               (open (get-text-property from 'molly-open)))
          (cond
           (comment
            (when (equal token "/*")
              (unless (search-forward "*/" limit t) (goto-char limit))))
           ((or open (equal token ";"))
            (setq depth 0 body nil count 0 last nil declares nil))
           (t
            (when name
              (when (and (= count 0) (member token '("const" "stable" "may"))
                         (looking-at "[ \t]+[A-Za-z_]"))
                (setq declares token))
              (when (>= from target)
                (setq molly--found (molly--face token depth body count last declares)
                      found (list from (point)))))
            (pcase token
              ("(" (setq depth (1+ depth)))
              (")" (setq depth (max 0 (1- depth))))
              (":-" (setq body t depth 0)))
            (setq count (1+ count) last token)))))
      (setq molly--scan (and found (list (point) depth body count last declares)))
      (when found
        (set-match-data found)
        t))))

(defun molly--face (name depth body count last declares)
  "Return the face of NAME, with point behind it.
DEPTH, BODY, COUNT, LAST and DECLARES are as in `molly--scan'."
  (let ((next (save-excursion (skip-chars-forward " \t") (char-after))))
    (cond
     ((or (member name '("notin" "include")) (and (= count 0) declares))
      'font-lock-keyword-face)
     ((equal last "@")
      (if (member name '("next" "async")) 'molly-timing-face 'font-lock-variable-name-face))
     ((equal declares "const")
      (if (= count 1) 'font-lock-constant-face 'font-lock-variable-name-face))
     ((or (equal declares "stable")
          (and (= depth 0) (or (not body) (eq next ?\())))
      (cond ((member name molly--builtins) 'font-lock-builtin-face)
            ((member name molly--invariants) 'font-lock-type-face)
            (t 'font-lock-function-name-face)))
     ((and (not body) (eq next ?<) (not (looking-at "[ \t]*<=")))
      'molly-aggregate-face)
     ((equal name "_") 'molly-wildcard-face)
     (t 'font-lock-variable-name-face))))

(defface molly-timing-face '((t :inherit font-lock-keyword-face))
  "The face of next and async.")

(defface molly-aggregate-face '((t :inherit font-lock-builtin-face))
  "The face of count, sum, min and max.")

(defface molly-wildcard-face '((t :inherit font-lock-comment-delimiter-face))
  "The face of the wildcard.")

(defface molly-setting-face '((t :inherit font-lock-doc-face))
  "The face of comments that the tool reads.")

(defface molly-operator-face '((t :inherit default))
  "The face of operators.")

(defface molly-number-face '((t :inherit font-lock-constant-face))
  "The face of numbers.")

(defun molly--match-open (limit)
  "Find the next open string before LIMIT."
  (let ((at (text-property-any (point) limit 'molly-open t)))
    (when at
      (goto-char (min limit (or (next-single-property-change at 'molly-open) limit)))
      (set-match-data (list at (point)))
      t)))

(defun molly--match-setting (limit)
  "Find the next comment before LIMIT that the tool reads."
  (let ((found nil))
    (while (and (not found)
                (re-search-forward "//[ \t]*\\(?:molly:\\|expect:\\|lint:ignore\\).*" limit t))
      (setq found (not (molly--inside (match-beginning 0)))))
    found))

(defconst molly-font-lock-keywords
  `((molly--match-open 0 'font-lock-warning-face t)
    (molly--match-setting 0 'molly-setting-face t)
    (molly--next-name 0 molly--found)
    ("[0-9]+" 0 'molly-number-face)
    (":-\\|[=!<>]=\\|[=<>]\\|\\.\\.\\|[-@+*/%]" 0 'molly-operator-face)
    ("[^ \t\r\n\f\v(),;A-Za-z0-9_]" 0 'font-lock-warning-face)))

(defun molly-indent-line ()
  "Indent a line that goes on with a clause by `molly-indent-offset'.
A comment stays where it is: it may go on with one behind a clause, below it."
  (let ((column (if (molly--continues-p) molly-indent-offset 0)))
    (unless (save-excursion
              (beginning-of-line)
              (or (nth 4 (syntax-ppss)) (looking-at "[ \t]+//")))
      (if (<= (current-column) (current-indentation))
          (indent-line-to column)
        (save-excursion (indent-line-to column))))))

(defun molly--continues-p ()
  "Return whether this line goes on with a clause that an earlier line began."
  (save-excursion
    (beginning-of-line)
    (let ((bol (point)))
      (goto-char (molly--clause-start bol))
      (forward-comment (buffer-size))
      (< (point) bol))))

(defun molly-verify ()
  "Run `molly verify' on the file."
  (interactive)
  (save-buffer)
  (compile (mapconcat #'shell-quote-argument
                      (list molly-program "verify" (file-relative-name buffer-file-name))
                      " ")))

(defun molly-format ()
  "Format the buffer by `molly fmt'."
  (interactive)
  (let ((out (generate-new-buffer " *molly fmt*")) (text (current-buffer)))
    (unwind-protect
        (if (zerop (call-process-region nil nil molly-program nil out nil "fmt" "-"))
            (with-current-buffer text (replace-buffer-contents out))
          (message "%s" (with-current-buffer out (string-trim (buffer-string)))))
      (kill-buffer out))))

(defvar molly-mode-map
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "C-c C-v") #'molly-verify)
    (define-key map (kbd "C-c C-f") #'molly-format)
    map))

;;;###autoload
(define-derived-mode molly-mode prog-mode "Dedalus"
  "A mode for Dedalus, the language of Molly."
  (setq-local comment-start "// ")
  (setq-local comment-start-skip "\\(?://+\\|/\\*+\\)[ \t]*")
  (setq-local comment-end "")
  (setq-local parse-sexp-lookup-properties t)
  (setq-local syntax-propertize-function #'molly--propertize)
  (setq-local font-lock-defaults '(molly-font-lock-keywords))
  (setq-local font-lock-multiline t)
  (setq-local indent-line-function #'molly-indent-line)
  (setq-local indent-tabs-mode nil)
  (setq-local imenu-generic-expression
              `((nil ,(concat "^\\(" molly--name "\\)[ \t]*(.*?)\\(?:@[a-z]+\\)?[ \t]*:-") 1))))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.ded\\'" . molly-mode))

(with-eval-after-load 'eglot
  (defvar eglot-server-programs)
  (add-to-list 'eglot-server-programs `(molly-mode . (,molly-program "lsp"))))

(provide 'molly-mode)
;;; molly-mode.el ends here
