; Asks ACL2's checker of LRAT, whose soundness is proved in ACL2 itself, about clauses and a
; proof: acl2 < acl2.lsp, with the files' names in the places of %C and %L. The clauses must have
; no comments. It prints s VERIFIED, or s FAILED. Debian's packages acl2 and acl2-books-source are
; enough; the books are loaded without their certificates, and so their packages are named here.
(set-inhibit-output-lst '(proof-tree event warning warning! summary observation))
(defpkg "XDOC" (union-eq '(b* defxdoc defsection) (union-eq *acl2-exports* *common-lisp-symbols-from-main-lisp-package*)))
(defpkg "STD" (union-eq *acl2-exports* *common-lisp-symbols-from-main-lisp-package*))
(ld "projects/sat/lrat/portcullis.acl2" :dir :system)
(include-book "projects/sat/lrat/list-based/run" :dir :system :uncertified-okp t :ttags :all)
(comp t)
(lrat::lrat-check "%C" "%L")
